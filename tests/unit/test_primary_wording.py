"""What labels mean, in many languages."""

from __future__ import annotations

import pytest

from handhold.services.primary.wording import dangers_in, is_about_consent, names_danger, said_by

pytestmark = pytest.mark.rows("R339")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Add to bag", "add to cart"),
        ("In den Warenkorb", "add to cart"),
        ("Ajouter au panier", "add to cart"),
        ("Añadir al carrito", "add to cart"),
        ("Aggiungi al carrello", "add to cart"),
        ("Adicionar ao carrinho", "add to cart"),
        ("In winkelwagen", "add to cart"),
        ("Lägg i varukorgen", "add to cart"),
        ("Dodaj do koszyka", "add to cart"),
        ("Sepete Ekle", "add to cart"),
        ("Добавить в корзину", "add to cart"),
        ("カートに入れる", "add to cart"),
        ("加入购物车", "add to cart"),
        ("장바구니에 담기", "add to cart"),
        ("Weiter", "continue"),
        ("Suivant", "next"),
        ("下一步", "next"),
        ("다음", "next"),
        ("Speichern", "save"),
        ("Zapisz zmiany", "save"),
        ("Se connecter", "sign in"),
        ("ログイン", "sign in"),
        ("Zur Kasse", "checkout"),
        ("Continue to payment", "checkout"),
        ("Отправить", "send"),
    ],
)
def test_a_label_that_goes_on_is_known_for_what_it_does(label: str, name: str) -> None:
    said = said_by(label)

    assert said.kind == "advance"
    assert name in said.names()


@pytest.mark.parametrize(
    "label",
    [
        "Cancel",
        "Abbrechen",
        "Annuler",
        "No, thanks",
        "Not now",
        "戻る",
        "取消",
        "Geri",
        "Continue shopping",
        "← Back",
        "إلغاء",
    ],
)
def test_a_way_out_is_known_as_one(label: str) -> None:
    assert said_by(label).kind == "dismiss"


@pytest.mark.parametrize(
    ("label", "danger"),
    [
        ("Delete account", "delete"),
        ("Konto löschen", "delete"),
        ("Supprimer", "delete"),
        ("Yes, remove it", "delete"),
        ("削除する", "delete"),
        ("삭제", "delete"),
        ("Pay € 20", "pay"),
        ("Zahlungspflichtig bestellen", "pay"),
        ("Оплатить", "pay"),
        ("Submit Payment", "pay"),
        ("Withdraw", "transfer"),
        ("Überweisen", "transfer"),
        ("Cancel my subscription", "cancel subscription"),
        ("Abo kündigen", "cancel subscription"),
        ("Unsubscribe", "unsubscribe"),
        ("Sign out", "sign out"),
        ("Deactivate user", "deactivate"),
        ("Format disk", "format"),
    ],
)
def test_what_cannot_be_taken_back_is_known(label: str, danger: str) -> None:
    assert said_by(label).danger == danger


@pytest.mark.parametrize(
    "label", ["Continue to payment", "PayPal", "Subscribe", "Cancel", "Keep subscription", "Payments"]
)
def test_harmless_words_are_no_danger(label: str) -> None:
    assert said_by(label).danger is None


@pytest.mark.parametrize(
    ("hint", "danger", "label"),
    [
        ("delete", "delete", "Löschen"),
        ("supprimer le fichier", "delete", "删除"),
        ("pay", "pay", "Place your order"),
        ("buy it", "pay", "Pay now"),
        ("Place your order", "pay", "Place your order"),
        ("end subscription", "cancel subscription", "Cancel plan"),
        ("출금", "transfer", "Withdraw"),
        ("subscribe", "pay", "Subscribe for $5"),
    ],
)
def test_a_danger_is_named_by_its_meaning_in_any_language_or_by_its_words(hint: str, danger: str, label: str) -> None:
    assert names_danger(hint, danger, label)


@pytest.mark.parametrize(
    ("hint", "danger", "label"),
    [
        ("", "delete", "Delete"),
        ("next", "delete", "Delete"),
        ("checkout", "pay", "Pay now"),
        ("do not delete", "delete", "Delete"),
        ("weiter ohne zu bezahlen", "pay", "Bezahlen"),
        ("manage subscription", "cancel subscription", "Cancel subscription"),
        ("delete", "pay", "Pay"),
        ("continue", "delete", "Continue"),
        ("confirm", "pay", "Confirm"),
    ],
)
def test_another_hint_does_not_name_it(hint: str, danger: str, label: str) -> None:
    assert not names_danger(hint, danger, label)


def test_a_price_on_a_button_is_seen() -> None:
    prices = ["Buy now – $129", "Kaufen für 12,40 €", "購入 ¥1,200", "Kup za 20 zł"]

    assert all(said_by(label).has_amount for label in prices)
    assert not said_by("Add 2 items").has_amount


def test_consent_and_dangers_are_found_in_what_a_dialog_says() -> None:
    assert is_about_consent("We and our partners use cookies")
    assert not is_about_consent("Choose a colour")
    assert dangers_in("Remove this project? You cannot get it back.") == {"delete"}


def test_hostile_labels_are_read_in_bounded_time() -> None:
    said = said_by("delete " * 100_000)

    assert said.danger == "delete"
    assert said.is_sentence
