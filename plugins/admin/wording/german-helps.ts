// German help texts of fields.
export const germanHelps: Readonly<Record<string, string>> = {
  'The last part of the URL of the product page, unique in each language. Derived from the title if left out.':
    'Der letzte Teil der URL der Produktseite, je Sprache eindeutig. Ohne Angabe aus dem Titel gebildet.',
  'Net, in the base currency, without any selections.': 'Netto, in der Basiswährung, ohne jede Auswahl.',
  'Shown struck through next to the price.': 'Wird durchgestrichen neben dem Preis angezeigt.',
  'Applies to all prices of the product.': 'Gilt für alle Preise des Produkts.',
  'In words, for example per month.': 'In Worten, z. B. pro Monat.',
  'In the weight unit of the settings.': 'In der Gewichtseinheit der Einstellungen.',
  '9,999 if left out.': 'Ohne Angabe 9.999.',
  'Without tabs, pages are then shown one at a time, as steps.':
    'Ohne Reiter werden die Seiten dann einzeln als Schritte angezeigt.',
  'Combinations whose price calculation has no result, for example beyond the last row of a table.':
    'Kombinationen, deren Preisberechnung kein Ergebnis hat, zum Beispiel jenseits der letzten Zeile einer Tabelle.',
  'The storefront evaluates these parts before the service replies. For that it receives the rules, calculations and price tables. Without prices, the price is shown after the reply.':
    'Diese Teile wertet die Storefront aus, bevor der Dienst antwortet. Dafür erhält sie die Regeln, Berechnungen und Preistabellen. Ohne Preise erscheint der Preis erst mit der Antwort.',
  'The last part of the page URL.': 'Der letzte Teil der URL der Seite.',
  'Position within the parent. 1 is first. Records at or after the position move back. Last if left out.':
    'Position in der Liste. 1 steht zuerst; folgende Einträge rücken nach hinten. Ohne Angabe am Ende.',
  'The part that stays visible when the picture is cropped, in per cent from the left and top: 30% 60%.':
    'Der Teil des Bilds, der beim Zuschneiden sichtbar bleibt, in Prozent von links und oben: 30% 60%.',
  'For authors. Shoppers never see it.': 'Nur für Sie. Käufer sehen es nicht.',
  'The product cannot be ordered while an applicable required question has no selection.':
    'Das Produkt kann nicht bestellt werden, solange eine geltende Pflichtfrage keine Auswahl hat.',
  'Cart and order show the selection instead of the product title.':
    'Warenkorb und Bestellung zeigen die Auswahl statt des Produkttitels.',
  'Condition under which the question applies. Always if left out.': 'Bedingung, unter der die Frage gilt. Ohne Angabe immer.',
  'Multiplies the calculated price and weight.': 'Multipliziert den berechneten Preis und das berechnete Gewicht.',
  'For questions without answers.': 'Für Fragen ohne Antworten.',
  'Shown after the entry, for example mm.': 'Wird hinter der Eingabe angezeigt, zum Beispiel mm.',
  'One per line.': 'Eine je Zeile.',
  '0 is Sunday, 1 is Monday.': '0 ist Sonntag, 1 ist Montag.',
  'Separated by commas, e.g. pdf, jpg.': 'Durch Kommas getrennt, z. B. pdf, jpg.',
  'Separated by commas, e.g. image/jpeg.': 'Durch Kommas getrennt, z. B. image/jpeg.',
  'Selected initially.': 'Zu Beginn ausgewählt.',
  'Net, in the base currency.': 'Netto, in der Basiswährung.',
  'Replaces the price.': 'Ersetzt den Preis.',
  'Replaces the recurring price.': 'Ersetzt den wiederkehrenden Preis.',
  'Replaces the weight.': 'Ersetzt das Gewicht.',
  'Condition under which the answer applies. Without a rule it applies whenever its question does.':
    'Bedingung, unter der die Antwort gilt. Ohne Regel gilt sie, sobald ihre Frage gilt.',
  'Shown while the answer is not available.': 'Wird angezeigt, solange die Antwort nicht verfügbar ist.',
  'Layers with higher numbers cover lower ones.': 'Ebenen mit höherer Nummer verdecken niedrigere.',
  'The last part of the URL of the list.': 'Der letzte Teil der URL der Liste.',
  'Numbers, operators, questions, calculations, brackets and functions.':
    'Zahlen, Rechenzeichen, Fragen, Berechnungen, Klammern und Funktionen.',
  'Exact look-ups only: the input is rounded to its nearest multiple first.':
    'Nur beim exakten Nachschlagen: Die Eingabe wird vorher auf das nächste Vielfache gerundet.',
  'Coordinates on an unused axis are 0.': 'Auf einer unbenutzten Achse sind die Koordinaten 0.',
  'One expression, for example A * 2 + Total. A to D are the questions below.':
    'Ein Ausdruck, zum Beispiel A * 2 + Total. A bis D sind die Fragen unten.',
  'The ids of the questions in column order. Each question has answers or takes numbers.':
    'Die Ids der Fragen in der Reihenfolge der Spalten. Jede Frage hat Antworten oder nimmt Zahlen an.',
  'One cell per question and row: an answer id, a number, {from, to}, a list of such values, or "*" for any selection.':
    'Je Frage und Zeile eine Zelle: die Id einer Antwort, eine Zahl, {from, to}, eine Liste solcher Werte oder "*" für jede Auswahl.',
  'allow: an answer applies only if a row matches it and all other selections. forbid: an answer does not apply if all other columns are selected and a row matches them together.':
    'allow: Eine Antwort gilt nur, wenn eine Zeile zu ihr und allen anderen Auswahlen passt. forbid: Eine Antwort gilt nicht, wenn alle anderen Spalten ausgewählt sind und eine Zeile zu allen zusammen passt.',
  'The selections of the opened example.': 'Die Auswahlen des geöffneten Beispiels.',
  'Texts are entered and shown in these languages.': 'Texte werden in diesen Sprachen eingegeben und angezeigt.',
  "IANA name such as Europe/Berlin, used for all dates of the shop. If empty: the time zone of the store's country, otherwise UTC.":
    'IANA-Name wie Europe/Berlin für alle Datumsangaben des Shops. Ohne Angabe: die Zeitzone des Landes des Shops, sonst UTC.',
  'The language of the numbers, a tag such as de-DE. Default: the store default.':
    'Die Sprache der Zahlen, ein Kürzel wie de-DE. Ohne Angabe die Standardsprache.',
  'Shown after weights, for example kg.': 'Wird hinter Gewichten angezeigt, zum Beispiel kg.',
  'Determines taxes before a delivery address is entered.': 'Bestimmt die Steuern, bevor eine Lieferadresse eingegeben ist.',
  'For guests and new customers.': 'Für Gäste und neue Kunden.',
  'Checkout asks for no delivery address and no shipping method.':
    'Die Kasse fragt nach keiner Lieferadresse und keiner Versandart.',
  'Counted from the last change.': 'Gezählt ab der letzten Änderung.',
  'Units of this currency per unit of the base currency.': 'Einheiten dieser Währung je Einheit der Basiswährung.',
  'Prices are entered in this currency. Setting it clears the previous base currency.':
    'Preise werden in dieser Währung eingegeben. Ersetzt die bisherige Basiswährung.',
  'Shown to new shoppers. Setting it clears the previous default.':
    'Wird neuen Kunden angezeigt. Ersetzt die bisherige Standardwährung.',
  'Per cent.': 'Prozent.',
  "Its rate replaces the country's rate.": 'Sein Satz ersetzt den Satz des Landes.',
  'Its rate is added.': 'Sein Satz kommt hinzu.',
  'For accounting.': 'Für die Buchhaltung.',
  'No limit if empty or 0.': 'Keine Grenze, wenn leer oder 0.',
  'The payment provider.': 'Der Zahlungsanbieter.',
  "The connector's parameters, including credentials. Replaced as a whole. Unchanged if left out.":
    'Die Parameter der Anbindung, einschließlich Zugangsdaten. Werden als Ganzes ersetzt. Ohne Angabe unverändert.',
  'Of the total of goods and delivery.': 'Vom Gesamtbetrag aus Waren und Lieferung.',
  'All if empty.': 'Alle, wenn leer.',
  'Status of an order or a quote.': 'Status einer Bestellung oder eines Angebots.',
  'The last reply of a VAT register; empty if it was never checked.':
    'Das Ergebnis der letzten Prüfung; leer, wenn nie geprüft wurde.',
  "The time of the register's reply.": 'Zeitpunkt der Antwort des Registers.',
  'The person or organisation that the customer orders for.': 'Die Person oder Organisation, für die der Kunde bestellt.',
  'The id of the user account in the CMS.': 'Die Id des Benutzerkontos im CMS.',
  'A guest without an account.': 'Ein Gast ohne Konto.',
  'At least 10 characters. Stored as a hash.': 'Mindestens 10 Zeichen. Wird als Hash gespeichert.',
  'Either the customer or the party.': 'Entweder der Kunde oder der Auftraggeber.',
  "Determines the city's taxes.": 'Bestimmt die Steuern der Stadt.',
  'Shown with the review.': 'Wird mit der Bewertung angezeigt.',
  'Customers see net prices.': 'Ihre Kunden sehen Nettopreise.',
  'Net goods total, in the base currency.': 'Nettosumme der Waren, in der Basiswährung.',
  'The access key of the configuration.': 'Der Zugangsschlüssel der Konfiguration.',
  'The steps for undo and redo.': 'Die Schritte zum Rückgängigmachen und Wiederholen.',
  'The country that a guest selected before entering an address.':
    'Das Land, das ein Gast vor Eingabe einer Adresse gewählt hat.',
  "The product's version at the last evaluation.": 'Die Version des Produkts bei der letzten Auswertung.',
  'The name under which the account saved it.': 'Der Name, unter dem das Konto sie gespeichert hat.',
  'The time at which the account saved it. Unsaved configurations expire.':
    'Zeitpunkt, zu dem das Konto sie gespeichert hat. Nicht gespeicherte Konfigurationen laufen ab.',
  'The access key of the cart.': 'Der Zugangsschlüssel des Warenkorbs.',
  'Deleted with its product. The position remains until the shopper has been informed.':
    'Wird mit dem Produkt gelöscht. Die Position bleibt, bis der Kunde benachrichtigt ist.',
  'The product title at the time it was added to the cart.': 'Der Produkttitel zum Zeitpunkt des Hinzufügens zum Warenkorb.',
  'In the base currency, as last shown to the shopper.': 'In der Basiswährung, wie dem Kunden zuletzt angezeigt.',
  'The only key for those who have no account.': 'Der Zugangsschlüssel von Kunden ohne Konto.',
  'The address for notifications.': 'Die Adresse für Benachrichtigungen.',
  'The id that was used to determine taxes.': 'Die Nummer, nach der die Steuern bestimmt wurden.',
  'The reason for an untaxed document; empty if it is taxed.': 'Der Grund der Steuerfreiheit; leer, wenn besteuert wird.',
  'What was taken off.': 'Der abgezogene Betrag.',
  'Note from the customer.': 'Anmerkung des Kunden.',
  'The wording at the time of the order.': 'Der Wortlaut zum Zeitpunkt der Bestellung.',
  "The seller's name and address at the time of the order.": 'Name und Anschrift des Verkäufers zum Zeitpunkt der Bestellung.',
  'The payment instructions shown to the customer: a text and details.':
    'Die dem Kunden angezeigten Zahlungshinweise: ein Text und Einzelangaben.',
  "In the base currency. All other amounts are in the document's currency.":
    'In der Basiswährung. Alle anderen Beträge sind in der Währung des Belegs.',
  'Of the whole quantity.': 'Für die gesamte Menge.',
  'The calculation of the price.': 'Die Berechnung des Preises.',
  'Counted from the day of sending. If empty: the validity of quotes in the settings.':
    'Gezählt ab dem Tag des Versands. Ohne Angabe gilt die Gültigkeit von Angeboten in den Einstellungen.',
  "The shop's reply to the customer.": 'Die Antwort des Shops an den Kunden.',
  'The quote that it replaces.': 'Das Angebot, das es ersetzt.',
  'The pricing data. A special discount or another delivery price is computed from it.':
    'Die Daten der Preisberechnung. Ein Sonderrabatt oder anderer Lieferpreis wird daraus berechnet.',
  'The billing and delivery addresses as entered.': 'Die Rechnungs- und Lieferadresse wie eingegeben.',
  "The payment's key at the provider.": 'Der Schlüssel der Zahlung beim Anbieter.',
  'How the payment provider names it.': 'Die Bezeichnung beim Zahlungsanbieter.',
  "The shop's account at the provider. Reports for another account are ignored.":
    'Das Konto des Shops beim Anbieter. Meldungen zu anderen Konten werden ignoriert.',
  'An earlier, completed payment with the same reference at the provider.':
    'Eine frühere, abgeschlossene Zahlung mit derselben Referenz beim Anbieter.',
  'What is to be paid.': 'Der fällige Betrag.',
  'The amount paid.': 'Der gezahlte Betrag.',
  'The total refunded amount.': 'Der insgesamt erstattete Betrag.',
  'The URL of the payment page.': 'Die URL der Zahlungsseite.',
  'The instructions shown to the customer: a text and details.':
    'Die dem Kunden angezeigten Hinweise: ein Text und Einzelangaben.',
  'A problem that requires attention.': 'Ein Problem, das Aufmerksamkeit verlangt.',
  'The time at which the provider received it.': 'Zeitpunkt, zu dem der Anbieter sie erhalten hat.',
  'The time limit for paying.': 'Die Zahlungsfrist.',
  'The time of the last status request to the provider.': 'Zeitpunkt der letzten Statusabfrage beim Anbieter.',
  'The origin of the report.': 'Die Herkunft der Meldung.',
  "The provider's id of the report. Duplicates are ignored.": 'Die Id der Meldung beim Anbieter. Doppelte werden ignoriert.',
  'The reported status.': 'Der gemeldete Status.',
  'The AI model that wrote the review.': 'Das KI-Modell, das die Auswertung geschrieben hat.',
  'The access key of customers without an account.': 'Der Zugangsschlüssel von Kunden ohne Konto.',
  'The deducted amount.': 'Der abgezogene Betrag.',
  'For the whole quantity.': 'Für die gesamte Menge.',
  "The provider's id of the payment.": 'Die Id der Zahlung beim Anbieter.',
  'The amount due.': 'Der fällige Betrag.',
}
