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
ALIKE: Final = frozenset({"button", "link", "tab", "menuitem", "summary", "switch"})

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
    ("add", "new", "create", "plus", "hinzufügen", "ajouter", "añadir", "добавить"),
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
)

_STOP: Final = (
    "a an the to of for in on at by with and or my me i is it its that this which who from into please click press tap "
    "der die das den dem des ein eine einen zu zum zur im auf fur mit und oder "
    "le la les l un une des du de d au aux et ou pour el los las del y o para il lo gli e di"
)
# Folded, as `wording.fold` leaves them.
STOP_WORDS: Final = frozenset(_STOP.split())
