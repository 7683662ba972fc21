"""The stock fields, one extractor each."""

from handhold.services.state.fields.calls import CALLS
from handhold.services.state.fields.choices import CHOICES
from handhold.services.state.fields.collections import COLLECTIONS
from handhold.services.state.fields.forms import FORMS
from handhold.services.state.fields.people import PEOPLE
from handhold.services.state.fields.places import PLACES
from handhold.services.state.fields.prices import PRICES

STOCK = (*PLACES, *PRICES, *CHOICES, *CALLS, *FORMS, *COLLECTIONS, *PEOPLE)
"""Every field that can be asked for by name alone, before plug-ins."""

__all__ = ["STOCK"]
