"""Words agents and pages use for the same thing: kinds of control, synonyms, and words that carry nothing."""

from __future__ import annotations

from typing import Final

_FIELDS: Final = ("textbox", "searchbox", "combobox", "spinbutton")

# What people call a control (words between bars), to the roles they may mean. English, then a few other languages.
ROLE_WORDS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "button|btn|cta|knopf|schaltfläche|bouton|botón|pulsante|botão|knop|przycisk|кнопка|ボタン|按钮|버튼",
        ("button",),
    ),
    ("link|hyperlink|anchor|lien|enlace|collegamento|ссылка|リンク|链接|링크", ("link",)),
    ("field|input|textbox|text box|text field|feld|eingabefeld|champ|campo|veld|pole|поле", _FIELDS),
    ("search box|search field|searchbox|search bar|suchfeld", ("searchbox", "textbox", "combobox")),
    (
        "checkbox|check box|tickbox|kontrollkästchen|case à cocher|casilla|casella|флажок|チェックボックス",
        ("checkbox", "switch", "menuitemcheckbox"),
    ),
    ("radio|radio button|optionsfeld", ("radio", "menuitemradio")),
    ("switch|toggle|schalter|interrupteur|interruptor", ("switch", "checkbox", "button")),
    (
        "dropdown|drop down|combobox|combo box|selector|auswahlliste|liste déroulante|desplegable",
        ("combobox", "listbox", "button"),
    ),
    ("menu|menü|menú|меню|メニュー|菜单", ("menu", "menubar", "menuitem", "button", "combobox")),
    ("menu item|menuitem|menüpunkt", ("menuitem", "menuitemcheckbox", "menuitemradio", "link")),
    ("tab|reiter|onglet|pestaña|вкладка|タブ", ("tab",)),
    ("option|auswahl|opción", ("option", "radio", "menuitem")),
    ("slider|schieberegler|curseur|deslizador|ползунок", ("slider", "spinbutton")),
    ("icon|symbol|icône|icono|иконка|アイコン", ("button", "link", "img")),
    ("canvas", ("canvas", "img")),
)

# Nobody sees whether a control that looks like a button is a link, a tab or a menu item.
ALIKE: Final = frozenset({"button", "link", "tab", "menuitem", "summary"})

# Each line one meaning; the relation is symmetric. A few words of other languages, because agents ask in English.
SYNONYMS: Final[tuple[tuple[str, ...], ...]] = (
    ("log in", "login", "sign in", "signin", "log on", "anmelden", "einloggen", "se connecter", "connexion", "acceder"),
    ("log out", "logout", "sign out", "signout", "log off", "abmelden", "déconnexion", "cerrar sesión"),
    ("sign up", "signup", "register", "create account", "join", "registrieren", "s'inscrire", "registrarse"),
    ("basket", "cart", "bag", "trolley", "warenkorb", "panier", "carrito", "cesta", "carrello"),
    (
        "search",
        "find",
        "look up",
        "lookup",
        "suche",
        "suchen",
        "rechercher",
        "buscar",
        "cerca",
        "поиск",
        "検索",
        "搜索",
    ),
    ("delete", "remove", "erase", "trash", "discard", "löschen", "entfernen", "supprimer", "eliminar", "удалить"),
    ("save", "submit", "apply", "store", "speichern", "enregistrer", "guardar", "salva", "сохранить", "保存"),
    ("submit", "send", "post", "absenden", "senden", "envoyer", "enviar"),
    ("next", "continue", "proceed", "forward", "weiter", "suivant", "siguiente", "avanti", "далее", "次へ"),
    ("back", "previous", "return", "zurück", "précédent", "retour", "anterior", "назад"),
    ("close", "dismiss", "cancel", "schließen", "abbrechen", "fermer", "annuler", "cerrar", "cancelar", "закрыть"),
    ("ok", "okay", "confirm", "accept", "agree", "yes", "bestätigen", "akzeptieren", "accepter", "aceptar"),
    ("reject", "decline", "deny", "refuse", "ablehnen", "refuser", "rechazar"),
    ("email", "mail", "email address", "courriel", "correo"),
    ("phone", "telephone", "mobile", "tel", "telefon", "téléphone", "teléfono"),
    ("settings", "preferences", "options", "configuration", "einstellungen", "paramètres", "ajustes", "настройки"),
    ("account", "profile", "user", "konto", "compte", "cuenta"),
    ("password", "passcode", "passwort", "kennwort", "mot de passe", "contraseña", "пароль"),
    ("username", "user name", "login name", "benutzername", "identifiant", "usuario"),
    ("buy", "purchase", "order", "kaufen", "bestellen", "acheter", "comprar"),
    ("checkout", "check out", "pay", "payment", "kasse", "bezahlen", "payer", "pagar"),
    ("add", "new", "create", "insert", "plus", "hinzufügen", "ajouter", "añadir", "добавить"),
    ("edit", "change", "modify", "update", "bearbeiten", "ändern", "modifier", "editar"),
    ("amount", "quantity", "qty", "count", "menge", "anzahl", "quantité", "cantidad"),
    ("upload", "attach", "import", "hochladen"),
    ("download", "export", "herunterladen", "télécharger", "descargar"),
    ("help", "support", "hilfe", "aide", "ayuda"),
    ("home", "start page", "homepage", "startseite", "accueil", "inicio"),
    ("more", "show more", "load more", "see more", "mehr", "plus d'options", "más"),
    ("language", "locale", "sprache", "langue", "idioma"),
    ("expand", "open", "show", "unfold"),
    ("collapse", "hide", "fold"),
    ("play", "start", "resume", "abspielen"),
    ("zip", "zip code", "postcode", "postal code", "postleitzahl", "plz", "code postal"),
    ("surname", "last name", "family name", "nachname", "apellido"),
    ("first name", "given name", "forename", "vorname", "prénom", "nombre"),
    ("color", "colour", "farbe", "couleur"),
    ("menu", "navigation", "hamburger"),
    ("dark mode", "dark theme", "night mode"),
    ("light mode", "light theme"),
    ("theme", "appearance"),
)

# What is meant by what an icon shows, where that is another word.
ICON_MEANINGS: Final = {
    shown: meant
    for meant, pictures in (
        ("delete", "trash trashcan bin dustbin garbage recycle"),
        ("edit", "pencil pen"),
        ("close", "x xmark times cross clear"),
        ("settings", "cog cogs gear gears sliders wrench"),
        ("search", "magnify magnifier magnifying loupe glass zoom"),
        ("add", "plus"),
        ("menu", "bars hamburger burger"),
        ("more", "ellipsis ellipses dots kebab meatball meatballs"),
        ("save", "floppy disk diskette"),
        ("account", "person user avatar"),
        ("notifications", "bell"),
        ("mail", "envelope"),
        ("home", "house"),
        ("favourite", "heart star"),
        ("copy", "clone clipboard"),
        ("refresh", "sync reload repeat arrows rotate"),
        ("show", "eye"),
        ("cart", "basket bag trolley"),
        ("lock", "padlock"),
        ("print", "printer"),
        ("attach", "paperclip clip"),
        ("comment", "chat speech bubble message"),
        ("calendar", "date"),
        ("filter", "funnel"),
        ("help", "question"),
        ("confirm", "check checkmark tick"),
        ("link", "chain"),
    )
    for shown in pictures.split()
}

_STOP: Final = (
    "a an the to of for in on at by with and or my me i is it its that this which who from into please click press tap "
    "der die das den dem des ein eine einen zu zum zur im auf fur mit und oder "
    "et ou pour para"
)
# Little words of some languages that begin names in others: "La Paz", "El Paso", "Des Moines".
_ARTICLES: Final = "le la les un une des du de au aux el los las del il lo gli di"
ARTICLES: Final = frozenset(_ARTICLES.split())
# Folded, as `wording.fold` leaves them.
STOP_WORDS: Final = frozenset(_STOP.split()) | ARTICLES


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What a hint may hold beyond stop words without asking for anything.
IDLE: Final = _set("your our their we you do does be been there here just now then so kindly")
# Folded; "don't" is read as "do not".
NEGATIONS: Final = _set("not no never nicht kein keine keinen nie pas jamais nunca non nao не нет")

# Small words that turn the meaning around although they carry none themselves.
DIRECTIONS: Final = (("on", "off"), ("from", "to"), ("with", "without"), ("before", "after"))
# These do so only beside the same word: "zoom in" and "zoom out", but "Checkout" is in the header.
PARTICLES: Final = (("in", "out"), ("up", "down"))
OPPOSITES: Final = tuple(
    tuple(_set(side) for side in pair.split("|"))
    for pair in (
        "enable activate|disable deactivate",
        "allow accept approve agree|deny block reject decline refuse disallow",
        "add|remove delete",
        "show expand|hide collapse",
        "open|close",
        "start resume|stop pause",
        "lock|unlock",
        "mute|unmute",
        "select|deselect unselect",
        "follow|unfollow",
        "subscribe|unsubscribe",
        "publish|unpublish",
        "include|exclude",
        "connect|disconnect",
        "install|uninstall",
        "import upload|export download",
        "buy|sell",
        "deposit|withdraw",
        "send|receive",
        "sent|received",
        "high higher highest|low lower lowest",
        "new newest newer|old oldest older",
        "first|last",
        "next|previous",
        "left|right",
        "ascending|descending",
        "increase|decrease",
        "more|less fewer",
        "maximum max|minimum min",
        "public|private",
        "am|pm",
    )
)

# What is done is said by the control itself, and not by what stands around it.
DEEDS: Final = _set(
    "delete remove erase discard edit modify update save submit apply send add create open close cancel confirm "
    "accept reject decline deny allow enable disable buy pay purchase download import upload rename archive "
    "restore undo publish unpublish republish approve assign invite hide expand collapse subscribe unsubscribe "
    "unfollow mute unmute unpin lock unlock connect disconnect install uninstall activate deactivate pause resume "
    "transfer deposit withdraw revoke generate select clear reset "
    "loschen entfernen bearbeiten andern speichern offnen schliessen abbrechen bestatigen akzeptieren ablehnen "
    "kaufen bestellen hinzufugen hochladen herunterladen absenden senden umbenennen archivieren einladen "
    "supprimer effacer modifier enregistrer ouvrir fermer annuler confirmer accepter refuser acheter ajouter "
    "telecharger envoyer renommer archiver inviter eliminar borrar editar guardar abrir cerrar cancelar confirmar "
    "aceptar rechazar comprar anadir descargar enviar elimina modifica salva apri chiudi annulla conferma "
    "aggiungi acquista invia удалить сохранить закрыть добавить изменить открыть"
)
# They say which of several, and mostly not what it is called.
ORDINALS: Final = _set(
    "first second third fourth fifth sixth seventh eighth ninth tenth last 1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th"
)
# Kinds that hold other controls, and say what those say.
HOLDERS: Final = _set("row gridcell cell rowheader columnheader listitem article treeitem option group")
# Words that are things as often as deeds; they are deeds where a hint begins with them.
LEADING_DEEDS: Final = DEEDS | _set(
    "block book change copy export filter follow forward like move order pin post print refund reply report search "
    "share ship sort start stop trash"
)
# A control that does it to more, or to fewer, than the hint has said.
EXTENTS: Final = _set("all every everything everyone everybody any only alle alles tous toutes todos")
# What is got rid of without any loss; every other thing that is closed or called off may be gone.
DISMISSED: Final = _set(
    "dialog dialogue window popup modal panel menu banner sidebar drawer message notice notification alert toast "
    "tooltip preview search tab esc escape x editing edit and go back"
)

# With another beginning it is another word, however few letters that takes.
PREFIXES: Final = _set(
    "un re de dis in im ex en non mis pre post out over under up down on off at to inter sub trans con"
)
# One letter from each other, and each a word: what is one of these is not another one mistyped.
REAL_WORDS: Final = _set(
    "shipping shopping country county contact contract content contest context quantity quality complete compete "
    "message massage personal personnel product produce public publish invoice invoices voice date data rate "
    "thursday tuesday monday sunday january february march april may june july august september october november "
    "december signing singing filling billing pricing printing posting hosting house horse mouse month mouth "
    "accept except expect affect effect advice advise desert dessert loose close clone phone store score start "
    "state status static stack stock block black clock white write share shape sharp spare space place plane plate "
    "price prize print point paint patch match batch watch catch table label level lever course source form from "
    "trail trial train brain gain main mail male sale safe save wave move more cart card care case base copy cope "
    "code mode node note vote edit exit play pay lock look book back pack hide side size site suite title little "
    "light right night sight login logic topic tonic image usage manage message revert invert insert assert "
    "reserve reverse review preview receive deceive decline incline detach attach report resort record reword "
    "remote remove renew review release relapse send spend sent rent text test next nest list last lost post past "
    "cost host most male female left lift gift staff stuff option action auction section session mission version "
    "vision region reason season person prison poison cancel channel camera filter "
    "letter better setter account amount count mount discount"
)
