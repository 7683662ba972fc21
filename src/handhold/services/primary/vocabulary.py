"""What buttons say in many languages, by what pressing them means.

Phrases stand between bars and are compared folded. `*` goes on with the word, `^` is only at the beginning of a label,
`=` is the whole label. Scripts that put no spaces between words, or join endings to them, are found anywhere.
"""

from __future__ import annotations

from typing import Final, Literal

Kind = Literal["danger", "dismiss", "advance", "offer", "look"]

# What cannot be taken back, or costs something: pressed only when the caller has named it.
DANGER: Final[dict[str, str]] = {
    "delete": (
        "delete*|remove*|erase*|discard*|destroy*|purge*|wipe*|trash|empty trash|clear all|clear data"
        "|overwrite|lösch*|entfern*|verwerfen|vernichten|supprim*|effacer|retirer|elimin*|borrar|quitar"
        "|suprimir|descartar|vaciar|cancella|rimuov*|svuota|excluir|apagar|remover|esvaziar|verwijder*"
        "|wissen|ta bort|radera*|släng|usuń*|skasuj*|wyczyść|sil|kaldır*|удал*|стереть|очистить|smazat"
        "|odstranit|slet|slett|fjern|poista|削除|消去|破棄|删除|刪除|移除|清空|丢弃|삭제|제거|지우기"
        "|비우기|حذف|إزالة|مسح|מחק|מחיקה|הסר"
    ),
    "pay": (
        "submit payment|make payment|make a payment|process payment|send payment|complete payment"
        "|authorize payment|authorise payment|zahlung bestätigen|zahlung abschließen|valider le paiement"
        "|effettua il pagamento|realizar pago|realizar el pago|fazer pagamento|efetuar pagamento"
        "|pay|pay now|place order|place your order|place my order|order and pay|complete order"
        "|complete purchase|complete your order|complete my order|confirm order|confirm purchase"
        "|confirm payment|confirm and pay|submit order|donate*|place bid|^bid|^sell|top up|bezahl*|zahlen"
        "|zahlungspflicht*|kostenpflicht*|bestellung abschicken|spenden|payer|régler"
        "|confirmer la commande|confirmer le paiement|faire un don|pagar|pague|confirmar pedido"
        "|confirmar compra|confirmar pago|confirmar el pago|confirmar pagamento|donar|doar|paga"
        "|conferma ordine|conferma acquisto|dona|betal*|bestelling plaatsen|bestelling afronden|doneer"
        "|slutför köp|genomför köp|zapłać|płacę|złóż zamówienie|öde|siparişi onayla|siparişi tamamla"
        "|bağış yap|оплатить|оплата|заплатить|подтвердить заказ|пожертвовать|支払う|支払い|注文を確定"
        "|購入を確定|寄付|支付|付款|提交订单|提交訂單|捐|결제|기부|ادفع|الدفع|تأكيد الطلب|שלם|תשלום"
    ),
    "transfer": (
        "withdraw*|transfer*|send money|^wire|abheben|überweis*|auszahl*|virement|transférer|retirar"
        "|transferir|enviar dinero|preleva|trasferisci|bonifico|sacar|overboek*|overmaken|geld opnemen"
        "|överför*|ta ut|wypłać|przelej|para çek|havale|вывести|перевести|出金|送金|振込|引き出す|提现"
        "|提現|转账|轉帳|출금|송금|이체|سحب|تحويل|משיכה|העבר"
    ),
    "cancel subscription": (
        "cancel subscription|cancel my subscription|cancel your subscription|cancel plan|cancel my plan"
        "|cancel order|cancel my order|cancel booking|cancel reservation|cancel membership|cancel account"
        "|cancel appointment|end subscription|end membership|kündig*|stornier*|résili*"
        "|annuler l'abonnement|annuler mon abonnement|annuler la commande|annuler ma commande"
        "|cancelar suscripción|cancelar la suscripción|cancelar pedido|cancelar el pedido"
        "|cancelar assinatura|cancelar a assinatura|cancelar reserva|annulla abbonamento|annulla ordine"
        "|disdici|opzegg*|avsluta abonnemang*|avsluta prenumeration*|säg upp|anuluj subskrypcję"
        "|anuluj zamówienie|aboneliği iptal*|siparişi iptal*|отменить подписку|отменить заказ|解約|退会"
        "|取消订单|取消訂單|구독 취소|주문 취소|إلغاء الاشتراك|ביטול מנוי"
    ),
    "deactivate": (
        "deactivate*|disable account|close account|close my account|close your account|terminate*"
        "|suspend*|shut down|shutdown|uninstall*|revoke*|deaktivier*|konto schließen|deinstallier*"
        "|widerruf*|désactiver|désinstaller|révoquer|desactivar|desinstalar|revocar|disattiva*"
        "|disinstalla*|revoca|desativar|revogar|deactiveer*|intrekken|inaktivera|avinstallera|återkalla"
        "|dezaktywuj*|odinstaluj|unieważnij|devre dışı|деактивир*|отключить|отозвать|無効|停用|注销|註銷"
        "|비활성화|탈퇴|تعطيل|השבת"
    ),
    "format": (
        "^format|format disk|factory reset|reset all|reset everything|formatieren|formater|formatear"
        "|formatta*|formatar|formateren|formatera|sformatuj|biçimlendir|форматир*|werkseinstellung*"
        "|初期化|格式化|포맷|초기화"
    ),
    "sign out": (
        "sign out|signout|log out|logout|log off|logoff|abmelden|ausloggen|déconne*|se déconnecter"
        "|cerrar sesión|disconnetti*|esci|sair|terminar sessão|uitloggen|afmelden|logga ut|wyloguj*"
        "|çıkış yap|oturumu kapat|выйти|выход|ログアウト|サインアウト|退出登录|登出|로그아웃|تسجيل الخروج"
        "|התנתק"
    ),
    "unsubscribe": (
        "unsubscribe*|opt out|abbestellen|austragen|désabonn*|désinscri*|darse de baja|disiscri*"
        "|cancelar inscrição|uitschrijven|avprenumerera|avregistrera|wypisz*|abonelikten çık|отписаться"
        "|отписка|購読解除|配信停止|退订|取消订阅|수신 거부|구독 해지"
    ),
}

DISMISS: Final[dict[str, str]] = {
    "dismiss": (
        "^cancel|^close|^dismiss|^back|go back|take me back|^previous|^prev|not now|no thanks"
        "|no thank you|^no|^later|maybe later|^skip|never mind|nevermind|=reset|reset form|reset filter*"
        "|^clear|^undo|^hide|keep shopping|continue shopping|back to*|remind me later|^abbrechen"
        "|^schließen|^zurück|^später|^nein|nein danke|^überspringen|^zurücksetzen|nicht jetzt"
        "|weiter einkaufen|^annuler|^fermer|^retour|^précédent*|plus tard|^non|non merci|^ignorer|^passer"
        "|continuer mes achats|^cancelar|^cerrar|^atrás|^volver|^anterior|ahora no|más tarde|^no gracias"
        "|^omitir|^saltar|seguir comprando|^annulla|^chiudi|^indietro|^precedente|non ora|più tardi"
        "|no grazie|^salta|^ignora|^fechar|^voltar|agora não|mais tarde|^não|não obrigado|^pular|^ignorar"
        "|continuar comprando|^annuleren|^sluiten|^terug|^vorige|niet nu|^nee|nee bedankt|^overslaan"
        "|verder winkelen|^avbryt|^stäng|^tillbaka|^föregående|inte nu|^senare|^nej|nej tack|hoppa över"
        "|fortsätt handla|^anuluj|^zamknij|^wstecz|^wróć|^poprzedni*|nie teraz|^później|^nie|^pomiń"
        "|kontynuuj zakupy|^iptal*|^kapat|^geri|^önceki|şimdi değil|daha sonra|^hayır|^atla|^vazgeç"
        "|alışverişe devam*|^отмена|^отменить|^закрыть|^назад|^предыдущ*|не сейчас|^позже|^нет"
        "|^пропустить|продолжить покупки|キャンセル|閉じる|戻る|前へ|後で|あとで|いいえ|スキップ|やめる"
        "|今はしない|買い物を続ける|中止|取消|关闭|關閉|返回|上一步|上一页|以后再说|稍后|跳过|跳過"
        "|继续购物|暂不|취소|닫기|뒤로|이전|나중에|아니요|건너뛰기|쇼핑 계속|إلغاء|إغلاق|رجوع|السابق"
        "|لاحقا|لا شكرا|تخطي|ביטול|סגור|חזרה|הקודם|לא עכשיו|דלג"
    ),
    "keep": (
        "^keep|^stay|^behalten|^garder|^conserver|^rester|^mantener|^conservar|^mantieni|^tieni|^manter"
        "|^houden|^behåll|^zachowaj|^sakla|^оставить|保留|維持|유지|الاحتفاظ|השאר"
    ),
    "reject": (
        "reject*|decline*|deny|refuse*|disagree|do not accept|don't accept|essential only|necessary only"
        "|only necessary|only essential|ablehn*|nur notwendige*|nur essenzielle*|refus*"
        "|continuer sans accepter|tout refuser|rechaz*|solo necesarias|rifiut*|recus*|rejeit*|weiger*"
        "|afwijz*|alleen noodzakelijke|avvisa*|neka*|avböj*|endast nödvändiga|odrzu*|odmów|reddet*"
        "|отклонить|отказаться|拒否|拒绝|拒絕|거부|거절|رفض|דחה"
    ),
}

ADVANCE: Final[dict[str, str]] = {
    "add to cart": (
        "add to cart|add to basket|add to bag|add to my bag|add to trolley|add to order|in den warenkorb"
        "|in den einkaufswagen|in warenkorb|zum warenkorb hinzufügen|ajouter au panier|añadir al carrito"
        "|agregar al carrito|añadir a la cesta|aggiungi al carrello|adicionar ao carrinho"
        "|adicionar à sacola|adicionar ao cesto|in winkelwagen|in winkelmand*|in mijn winkel*"
        "|lägg i varukorg*|lägg i kundvagn*|lägg till i varukorg*|dodaj do koszyka|do koszyka|sepete ekle"
        "|в корзину|カートに入れる|カートに追加|かごに入れる|加入购物车|加入購物車|添加到购物车|장바구니"
        "|أضف إلى السلة|أضف إلى عربة|הוסף לסל|הוספה לסל"
    ),
    "buy": (
        "buy|buy now|buy it now|purchase|order now|^order|kaufen|jetzt kaufen|bestellen|acheter|commander"
        "|comprar|compra|acquista|ordina|encomendar|kopen|koop|bestel|köp|beställ|kup|kup teraz|zamów"
        "|satın al|hemen al|купить|заказать|購入|注文する|买|購買|购买|下单|구매|주문|اشتر|شراء|קנה|קנו"
    ),
    "checkout": (
        "checkout|check out|proceed to checkout|go to checkout|continue to checkout|continue to payment"
        "|proceed to payment|go to payment|review order|zur kasse*|kasse|zur zahlung|passer la commande"
        "|passer commande|passer au paiement|valider mon panier|valider le panier|procéder au paiement"
        "|tramitar pedido|finalizar compra|finalizar pedido|ir a pagar|proceder al pago|continuar al pago"
        "|procedi all'ordine|procedi al pagamento|vai alla cassa|fechar pedido|ir para o pagamento"
        "|finalizar a compra|afrekenen|naar de kassa|naar betalen|till kassan|gå till kassan|do kasy"
        "|przejdź do kasy|ödemeye geç|ödeme adımı*|sepeti onayla|оформить заказ|к оплате|перейти к оплате"
        "|レジに進む|ご購入手続き|お支払いへ進む|结算|結帳|结账|계산하기|إتمام الشراء|לתשלום|לקופה"
    ),
    "continue": (
        "continue|proceed|go on|carry on|keep going|let's go|weiter|fortfahren|fortsetzen|los geht's"
        "|continuer|poursuivre|continuar|seguir|proseguir|continua|prosegui|avançar|prosseguir|doorgaan"
        "|ga door|verder|fortsätt|gå vidare|kontynuuj|dalej|devam|devam et|продолжить|далее|pokračovat"
        "|fortsæt|fortsett|jatka|続ける|続行|進む|继续|繼續|계속|متابعة|استمرار|המשך"
    ),
    "next": (
        "next|next step|nächste*|nächster schritt|suivant*|siguiente|avanti|successivo|próximo*|próxima"
        "|seguinte|volgende|nästa|następn*|sonraki|ileri|вперед|следующ*|další|næste|neste|次へ|次に|次の"
        "|下一步|下一页|下一頁|다음|التالي|הבא"
    ),
    "send": (
        "submit*|send*|^post|absenden|abschicken|einreichen|senden|soumettre|envoyer|valider|enviar"
        "|enviar mensaje|invia|submeter|indienen|verzend*|verstuur|versturen|skicka*|wyślij|prześlij"
        "|gönder|отправить|odeslat|送信|提出|提交|发送|發送|제출|보내기|إرسال|שלח|שליחה"
    ),
    "save": (
        "save*|speichern|sichern|enregistrer|sauvegarder|guardar|salva*|gravar|opslaan|bewaren|spara"
        "|zapisz|kaydet|сохранить|uložit|gem|lagre|tallenna|保存|儲存|저장|حفظ|שמור|שמירה"
    ),
    "sign in": (
        "sign in|signin|log in|login|log on|anmelden|einloggen|se connecter|connexion|me connecter"
        "|s'identifier|iniciar sesión|acceder|ingresar|entrar|accedi|iniciar sessão|inloggen|aanmelden"
        "|logga in|zaloguj*|giriş yap|oturum aç|войти|вход|přihlásit|log ind|logg inn|kirjaudu|ログイン"
        "|サインイン|登录|登錄|登入|로그인|تسجيل الدخول|دخول|התחבר*|כניסה"
    ),
    "sign up": (
        "sign up|signup|register|create account|create an account|create my account|create free account"
        "|join|join now|registrier*|konto erstellen|s'inscrire|créer un compte|créer mon compte"
        "|registrarse|regístrate|crear cuenta|registrati|crea account|iscriviti|cadastr*|criar conta"
        "|registar|registreer*|account aanmaken|registrera*|skapa konto|zarejestruj*|załóż konto|kaydol"
        "|üye ol|hesap oluştur|зарегистрироваться|регистрация|создать аккаунт|登録|新規登録|注册|註冊"
        "|회원가입|가입|إنشاء حساب|הרשמה|הירשם"
    ),
    "confirm": (
        "confirm*|^ok|^okay|^yes|done|finish|complete|bestätig*|^ja|fertig|abschließen|confirmer|^oui"
        "|terminer|d'accord|confirmar|^sí|listo|terminar|finalizar|conferma|^sì|fatto|termina|^sim"
        "|concluir|pronto|bevestig*|klaar|voltooi*|gereed|bekräfta|klar|slutför|potwierdź|^tak|gotowe"
        "|zakończ|onayla|^evet|tamam|bitir|подтвердить|^да|готово|завершить|хорошо|確認|確定|はい|完了"
        "|确认|确定|=是|=好|=好的|完成|확인|=예|=네|완료|تأكيد|^نعم|تم|=כן|סיום"
    ),
    "accept": (
        "accept*|agree|i agree|allow*|got it|i understand|akzeptier*|zustimm*|annehmen|erlauben"
        "|verstanden|einverstanden|accepter|j'accepte|tout accepter|autoriser|compris|j'ai compris"
        "|aceptar|acepto|permitir|de acuerdo|entendido|accett*|acconsent*|consenti|ho capito|aceit*"
        "|concord*|entendi|accepteer|accepteren|akkoord|toestaan|begrepen|acceptera*|godkänn*|tillåt*"
        "|jag förstår|akceptuj*|zgadzam się|zezwól|rozumiem|kabul*|izin ver|anladım|принять|принимаю"
        "|согласен|разрешить|понятно|同意|許可|了解しました|承諾|接受|允许|我知道了|동의|허용|수락|قبول"
        "|موافق|אישור|מסכים|אשר"
    ),
    "subscribe": (
        "subscribe*|abonnieren|newsletter abonnieren|s'abonner|je m'abonne|suscrib*|abbonati|inscrever"
        "|inscreva*|assinar|abonneer*|prenumerera|subskrybuj|zapisz się|abone ol|подписаться|登録する"
        "|購読|订阅|訂閱|구독|اشترك|הירשמו"
    ),
    "start": (
        "get started|^start|start now|start free trial|start trial|try free|try for free|try it free"
        "|try now|begin|free trial|jetzt starten|starten|loslegen|kostenlos testen|jetzt testen|commencer"
        "|démarrer|essayer|essai gratuit|empezar|comenzar|iniciar|prueba gratis|probar gratis|inizia"
        "|inizia ora|prova gratis|começar|comece|experimente|experimentar|aan de slag|probeer*|kom igång"
        "|börja|prova*|rozpocznij|zacznij|wypróbuj|başla|hemen başla|dene|начать|попробовать|始める|開始"
        "|はじめる|試す|开始|開始使用|立即体验|免费试用|시작|체험|ابدأ|התחל|התחילו"
    ),
    "book": (
        "^book|book now|reserve|reserve now|schedule|request a demo|book a demo|buchen|jetzt buchen"
        "|reservieren|réserver|reservar|prenota|boek|boeken|reserveren|boka|zarezerwuj|rezervasyon yap"
        "|забронировать|予約|预订|預訂|预约|예약|احجز|הזמן|הזמינו"
    ),
    "publish": (
        "publish|post comment|post reply|veröffentlichen|publier|publicar|pubblica|publiceren|publicera"
        "|opublikuj|yayınla|опубликовать|公開|投稿|发布|發佈|게시|نشر|פרסם"
    ),
    "apply": (
        "apply|apply now|bewerben|jetzt bewerben|postuler|candidater|postular|candidati|candidatar"
        "|solliciteer|solliciteren|ansök|aplikuj|başvur|откликнуться|応募|申请|申請|지원하기|تقديم"
    ),
}

# Useful, but as often beside the point as not.
OFFER: Final[dict[str, str]] = {
    "search": (
        "search|^find|^go|suchen|suche|finden|rechercher|chercher|buscar|cerca|trova|pesquisar|procurar"
        "|zoek*|sök|szukaj|ara|поиск|найти|искать|検索|搜索|搜尋|查找|검색|بحث|חיפוש|חפש"
    ),
    "create": (
        "create|^new|^add|compose|generate|neu|erstellen|anlegen|hinzufügen|nouveau|nouvelle|créer"
        "|ajouter|nuevo|nueva|crear|añadir|agregar|nuovo|nuova|crea|aggiungi|novo|nova|criar|adicionar"
        "|nieuw|maken|toevoegen|ny|nytt|skapa|lägg till|nowy|nowa|utwórz|dodaj|yeni|oluştur|ekle|новый"
        "|создать|добавить|新規|作成|追加|新建|创建|添加|새로|만들기|추가|إضافة|إنشاء|הוסף|צור"
    ),
    "download": (
        "download*|install*|upload*|import|herunterladen|installieren|hochladen|télécharger|installer"
        "|descargar|instalar|subir|scarica|installa|carica|baixar|transferir ficheiro|downloaden"
        "|ladda ner|ladda upp|pobierz|zainstaluj|prześlij plik|indir|yükle|скачать|загрузить|установить"
        "|ダウンロード|インストール|アップロード|下载|下載|安装|上传|다운로드|설치|업로드|تنزيل|تحميل"
        "|הורד"
    ),
    "update": (
        "^update|^connect|verify|activate|enable|unlock|resend|retry|try again|^run|deploy|build|^play"
        "|call|aktualisieren|verbinden|mettre à jour|actualizar|conectar|verificar|aggiorna|verifica"
        "|atualizar|bijwerken|uppdatera|zaktualizuj|güncelle|обновить|подключить|проверить|更新|接続|认证"
        "|验证|连接|업데이트|연결|인증"
    ),
}

# Beside the way: what is looked at, shared, set up.
LOOK: Final[dict[str, str]] = {
    "look": (
        "learn more|read more|more info*|details|view details|^view|^show|show more|see more|see all"
        "|view all|load more|edit|share|print|preview|compare|filter*|sort*|forgot*|help|contact*|copy"
        "|export|watch*|^follow|^like|reply|wishlist|add to wishlist|add to favo*|save for later|customi*"
        "|manage*|settings|preferences|options|^change|rename|duplicate|refresh|expand|collapse|zoom*"
        "|resend code|apply coupon|apply code|apply filter*|save draft|save as draft|mehr erfahren|mehr"
        "|mehr anzeigen|bearbeiten|teilen|drucken|vorschau|vergleichen|passwort vergessen|merkzettel"
        "|einstellungen|anzeigen|ansehen|en savoir plus|voir plus|voir|détails|modifier|partager|imprimer"
        "|comparer|mot de passe oublié|paramétrer|personnaliser|gérer|ajouter aux favoris|más información"
        "|saber más|ver más|ver|ver todo|ver detalles|editar|compartir|imprimir|comparar|olvid*"
        "|añadir a favoritos|lista de deseos|configurar|scopri di più|scopri|dettagli|modifica|condividi"
        "|stampa|confronta|password dimenticata|lista dei desideri|personalizza|gestisci|saiba mais"
        "|ver mais|detalhes|compartilhar|partilhar|esquec*|lista de desejos|personalizar|meer informatie"
        "|meer weten|meer|bekijk*|bewerk*|deel|delen|afdrukken|vergelijk*|wachtwoord vergeten"
        "|verlanglijst*|instellingen|läs mer|visa|visa mer|redigera|dela|skriv ut|jämför|glömt*"
        "|önskelista|inställningar|dowiedz się więcej|więcej|szczegóły|edytuj|udostępnij|drukuj|porównaj"
        "|zapomni*|ustawienia|ulubionych|daha fazla*|detay*|düzenle|paylaş|yazdır|karşılaştır|unuttum"
        "|ayarlar|favoril*|подробнее|узнать больше|еще|изменить|редактировать|поделиться|печать|сравнить"
        "|забыли*|настро*|избранное|詳しく|詳細|もっと見る|編集|共有|印刷|比較|お忘れ|設定|お気に入り"
        "|了解更多|详情|查看|更多|编辑|分享|打印|比较|忘记密码|设置|收藏|자세히|더 보기|편집|공유|인쇄"
        "|비교|비밀번호 찾기|설정|찜|المزيد|تعديل|مشاركة|عرض|מידע נוסף|עוד|ערוך|שתף"
    ),
}

MEANINGS: Final[tuple[tuple[Kind, dict[str, str]], ...]] = (
    ("danger", DANGER),
    ("dismiss", DISMISS),
    ("advance", ADVANCE),
    ("offer", OFFER),
    ("look", LOOK),
)

# Names of what is on every page of a site. Whole labels only, numbers aside.
UTILITIES: Final = (
    "cart|my cart|shopping cart|view cart|basket|bag|account|my account|profile|menu|wishlist|favorites"
    "|favourites|settings|notifications|help|home|language|search|warenkorb|konto|mein konto|panier"
    "|mon panier|compte|mon compte|carrito|cuenta|mi cuenta|carrello|carrinho|conta|winkelwagen|varukorg"
    "|koszyk|sepet|sepetim|корзина|カート|マイページ|购物车|我的|장바구니 보기"
)

CONSENT: Final = (
    "cookie*|consent*|gdpr|dsgvo|rgpd|einwilligung*|datenschutzeinstellung*|privacy choices"
    "|privacy preferences|tracking|ciasteczk*|plików cookie|çerez*|куки|файлы cookie|クッキー|쿠키|עוגיות"
    "|ملفات تعريف الارتباط"
)

# A way in by somebody else's door stands beside the page's own.
ELSEWHERE: Final = (
    "with google|with apple|with facebook|with github|with gitlab|with microsoft|with twitter"
    "|with linkedin|with sso|with paypal|with passkey|with amazon|via google|via apple|mit google"
    "|mit apple|mit facebook|avec google|avec apple|con google|con apple|com google|com o google"
    "|met google|med google|przez google|google ile|через google|googleで|appleで|google|apple|facebook"
    "|github"
)

NEGATIONS: Final = (
    "not|don't|dont|never|without|no|nicht|kein*|ohne|niemals|pas|sans|jamais|sin|nunca|non|senza|mai|não"
    "|sem|niet|geen|zonder|inte|utan|aldrig|nie|bez|не|без|никогда"
)
