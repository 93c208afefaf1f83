// What the help beside fields says in German.
export const germanHelps: Readonly<Record<string, string>> = {
  'The last part of the product page address; made from the title if left out, unique in each language.':
    'Der letzte Teil der Adresse der Produktseite; aus dem Titel gebildet, wenn leer, und je Sprache nur einmal vergeben.',
  'Net, in the base currency, before any answer is chosen.': 'Netto, in der Basiswährung, bevor eine Antwort gewählt ist.',
  'Shown struck through beside the price.': 'Steht durchgestrichen neben dem Preis.',
  'Holds for all prices of the product.': 'Gilt für alle Preise des Produkts.',
  'In words, e.g. per month.': 'In Worten, z. B. pro Monat.',
  'In the weight unit of the settings.': 'In der Gewichtseinheit der Einstellungen.',
  '9,999 if left out.': 'Ohne Angabe 9.999.',
  'Without tabs, pages are steps then: one at a time.': 'Ohne Reiter sind die Seiten dann Schritte: immer eine auf einmal.',
  'A calculation of a price yields nothing for them, for example beyond the last row of a table.':
    'Eine Preisberechnung ergibt für sie nichts, zum Beispiel hinter der letzten Zeile einer Tabelle.',
  'What the storefront may reckon by itself before the service answers. It is sent the rules, calculations and price tables for that; without prices the price follows the answer.':
    'Was die Shopseite selbst ausrechnen darf, bevor der Dienst antwortet. Dafür erhält sie Regeln, Berechnungen und Preistabellen; ohne Preise folgt der Preis mit der Antwort.',
  'The last part of the page address.': 'Der letzte Teil der Adresse der Seite.',
  'Place among its neighbours: 1 comes first, and whoever has the place moves on. Last if left out.':
    'Platz unter den Nachbarn: 1 steht zuerst, und wer dort stand, rückt weiter. Ohne Angabe zuletzt.',
  'What stays in sight where the picture is cropped, from the left and from the top: 30% 60%.':
    'Was zu sehen bleibt, wo das Bild beschnitten wird, von links und von oben: 30% 60%.',
  'For authors; shoppers never see it.': 'Für Autoren; Kunden sehen es nie.',
  'Nothing can be ordered while a required question that applies is empty.':
    'Nichts kann bestellt werden, solange eine geltende Pflichtfrage leer ist.',
  'Cart and order show the selection in place of the product title.':
    'Warenkorb und Bestellung zeigen die Auswahl anstelle des Produkttitels.',
  'When the question applies; always if left out.': 'Wann die Frage gilt; ohne Angabe immer.',
  'Multiplies the calculated price and weight.': 'Vervielfacht den berechneten Preis und das berechnete Gewicht.',
  'Of a question without answers.': 'Einer Frage ohne Antworten.',
  'Shown behind the entry, e.g. mm.': 'Steht hinter der Eingabe, z. B. mm.',
  'One per line.': 'Eine je Zeile.',
  '0 is Sunday, 1 is Monday.': '0 ist Sonntag, 1 ist Montag.',
  'Separated by commas, e.g. pdf, jpg.': 'Durch Kommas getrennt, z. B. pdf, jpg.',
  'Separated by commas, e.g. image/jpeg.': 'Durch Kommas getrennt, z. B. image/jpeg.',
  'Selected when the question starts.': 'Ist ausgewählt, wenn die Frage beginnt.',
  'Net, in the base currency.': 'Netto, in der Basiswährung.',
  'Replaces the price.': 'Ersetzt den Preis.',
  'Replaces the recurring price.': 'Ersetzt den wiederkehrenden Preis.',
  'Replaces the weight.': 'Ersetzt das Gewicht.',
  'When the answer applies beside its question; always if left out.':
    'Wann die Antwort neben ihrer Frage gilt; ohne Angabe immer.',
  'Shown while the answer is not available.': 'Steht da, solange die Antwort nicht verfügbar ist.',
  'Higher lies above lower.': 'Höhere liegen über niedrigeren.',
  'The last part of the list address.': 'Der letzte Teil der Adresse der Liste.',
  'Numbers, operators, questions, calculations, brackets and functions.':
    'Zahlen, Rechenzeichen, Fragen, Berechnungen, Klammern und Funktionen.',
  'Exact look-ups only: the input is rounded to its nearest multiple first.':
    'Nur beim exakten Nachschlagen: Die Eingabe wird vorher auf das nächste Vielfache gerundet.',
  'Coordinates are 0 on an axis that is left out.': 'Auf einer weggelassenen Achse sind die Koordinaten 0.',
  'One expression, e.g. A * 2 + Total. A to D stand for the questions below.':
    'Ein Ausdruck, z. B. A * 2 + Total. A bis D stehen für die Fragen unten.',
  'The ids of the questions in the order of the columns: questions with answers, or into which numbers are entered.':
    'Die Ids der Fragen in der Reihenfolge der Spalten: Fragen mit Antworten oder solche, in die Zahlen eingegeben werden.',
  'One cell per question and row: an answer id, a number, {from, to}, a list of these, or "*" for any selection.':
    'Eine Zelle je Frage und Zeile: die Id einer Antwort, eine Zahl, {from, to}, eine Liste davon oder "*" für jede Auswahl.',
  'allow: an answer applies only if some row fits it and all else that is selected. forbid: not if a row fits it and all other columns are selected and fit.':
    'allow: Eine Antwort gilt nur, wenn eine Zeile zu ihr und allem übrigen Gewählten passt. forbid: nicht, wenn eine Zeile zu ihr passt und alle anderen Spalten gewählt sind und passen.',
  'What is selected when the example is opened.': 'Was ausgewählt ist, wenn das Beispiel geöffnet wird.',
  'Changed with svc:languages:set.': 'Wird mit svc:languages:set geändert.',
  "IANA name such as Europe/Berlin: dates of orders, invoices and mails, and what today is. That of the store's country if empty, else UTC.":
    'IANA-Name wie Europe/Berlin: Datum von Bestellungen, Rechnungen und Mails, und welcher Tag heute ist. Leer gilt die Zeitzone des Landes, in dem der Laden ist, sonst UTC.',
  'Tag such as de-DE of the language in which numbers are written, the default if left out.':
    'Kürzel wie de-DE der Sprache, in der Zahlen geschrieben sind; leer gilt die Standardsprache.',
  'Shown behind weights, e.g. kg.': 'Steht hinter Gewichten, z. B. kg.',
  'Decides on taxes while there is no delivery address.': 'Entscheidet über Steuern, solange es keine Lieferadresse gibt.',
  'Of guests and new customers.': 'Von Gästen und neuen Kunden.',
  'Checkout asks for no delivery address and no shipping method.':
    'Die Kasse fragt nach keiner Lieferadresse und keiner Versandart.',
  'Counted from the last change.': 'Gezählt ab der letzten Änderung.',
  'Units of this currency for one of the base currency.': 'Einheiten dieser Währung für eine der Basiswährung.',
  'All prices are entered in it. Setting it here clears it elsewhere.':
    'In ihr werden alle Preise eingegeben. Wer es hier setzt, löscht es anderswo.',
  'Shown first. Setting it here clears it elsewhere.': 'Steht zuerst. Wer es hier setzt, löscht es anderswo.',
  'Per cent.': 'Prozent.',
  'Its rate holds in place of the rate of the country.': 'Sein Satz gilt anstelle des Satzes des Landes.',
  'Its rate is added.': 'Sein Satz kommt hinzu.',
  'For accounting.': 'Für die Buchhaltung.',
  'Open if left out or 0.': 'Offen, wenn leer oder 0.',
  'The payment provider.': 'Der Zahlungsanbieter.',
  'What the connector needs, credentials included. Replaced as a whole; left out, it stays.':
    'Was die Anbindung braucht, Zugangsdaten eingeschlossen. Wird als Ganzes ersetzt; leer bleibt es, wie es ist.',
  'Of goods and delivery.': 'Von Waren und Lieferung.',
  'All if none is chosen.': 'Alle, wenn keines gewählt ist.',
  'Of an order or a quote.': 'Einer Bestellung oder eines Angebots.',
  'What a register answered last; empty where none was asked.':
    'Was ein Register zuletzt geantwortet hat; leer, wenn keines gefragt wurde.',
  'When the register answered.': 'Wann das Register geantwortet hat.',
  'For whom the customer orders.': 'Für wen der Kunde bestellt.',
  'The id of the user account on the CMS.': 'Die Id des Benutzerkontos im CMS.',
  'A guest without an account.': 'Ein Gast ohne Konto.',
  'At least 10 characters; kept as a hash.': 'Mindestens 10 Zeichen; wird als Hash aufbewahrt.',
  'Either this or the party.': 'Entweder dies oder der Auftraggeber.',
  'Either this or the customer.': 'Entweder dies oder der Kunde.',
  'Decides on taxes of the city.': 'Entscheidet über Steuern der Stadt.',
  'Shown beside the review.': 'Steht neben der Bewertung.',
  'Its customers see net prices.': 'Ihre Kunden sehen Nettopreise.',
  'Net goods total, in the base currency.': 'Nettosumme der Waren, in der Basiswährung.',
  'The only key to the configuration.': 'Der einzige Schlüssel zur Konfiguration.',
  'What the shopper can take back and do again.': 'Was der Kunde zurücknehmen und wiederholen kann.',
  'Where a guest says he is, until there is an address.': 'Wo ein Gast nach eigener Angabe ist, bis es eine Adresse gibt.',
  'Of the product when the configuration was last settled.': 'Des Produkts, als die Konfiguration zuletzt berechnet wurde.',
  'As the account calls what it keeps.': 'Wie das Konto nennt, was es aufbewahrt.',
  'Since when the account keeps it; without, it ends when it is left alone.':
    'Seit wann das Konto sie aufbewahrt; ohne Angabe endet sie, wenn sie liegen bleibt.',
  'The only key to the cart.': 'Der einzige Schlüssel zum Warenkorb.',
  'It goes with its product; the position stays until its shopper has heard of it.':
    'Sie geht mit ihrem Produkt; die Position bleibt, bis der Kunde davon erfahren hat.',
  'Of the product, when it was put into the cart.': 'Des Produkts, als es in den Warenkorb gelegt wurde.',
  'In the base currency, when the shopper saw it last.': 'In der Basiswährung, als der Kunde es zuletzt sah.',
  'Likewise.': 'Ebenso.',
  'The only key for those who have no account.': 'Der einzige Schlüssel für alle ohne Konto.',
  'Where its mail goes.': 'Wohin seine Mails gehen.',
  'That counted for its taxes.': 'Die für die Steuern zählte.',
  'Why nothing is taxed; empty where something is.': 'Warum nichts versteuert wird; leer, wo etwas versteuert wird.',
  'What was taken off.': 'Was abgezogen wurde.',
  'Of the customer.': 'Des Kunden.',
  'As they read then.': 'Wie sie damals lauteten.',
  'Who sold it, as the store was named then.': 'Wer es verkauft hat, wie das Geschäft damals hieß.',
  'What the customer was told of how to pay: a text, and details.':
    'Was dem Kunden zur Zahlung gesagt wurde: ein Text und Einzelheiten.',
  'In the base currency; all other amounts are in that of the document.':
    'In der Basiswährung; alle anderen Beträge stehen in der des Dokuments.',
  'Of the whole quantity.': 'Der ganzen Menge.',
  'How the price came about.': 'Wie der Preis zustande kam.',
  'From the day on that it is sent; the setting quote_validity_days if empty.':
    'Ab dem Tag des Versands; leer gilt die Einstellung quote_validity_days.',
  'Of the shop, to the customer.': 'Des Shops an den Kunden.',
  'The quote in whose place it stands.': 'Das Angebot, an dessen Stelle es steht.',
  'What it was priced by: a special discount or another price of delivery is computed by it.':
    'Womit es bepreist wurde: Danach wird ein Sonderrabatt oder ein anderer Lieferpreis berechnet.',
  'Of billing and delivery, as they were told.': 'Für Rechnung und Lieferung, wie sie angegeben wurden.',
  'Its own name at the provider.': 'Ihr eigener Name beim Anbieter.',
  'How the payment provider names it.': 'Wie der Zahlungsanbieter sie nennt.',
  'Of the shop at the provider; reports of another one are not followed.':
    'Des Shops beim Anbieter; Meldungen eines anderen werden nicht befolgt.',
  'The payment that had ended already when the provider reported this one under its reference.':
    'Die Zahlung, die schon beendet war, als der Anbieter diese unter ihrer Referenz meldete.',
  'What is to be paid.': 'Was zu zahlen ist.',
  'What was paid.': 'Was gezahlt wurde.',
  'Of what was received, all in all.': 'Vom Erhaltenen, insgesamt.',
  'Where the customer pays.': 'Wo der Kunde zahlt.',
  'What the customer was told: a text, and details one by one.': 'Was dem Kunden gesagt wurde: ein Text und einzelne Angaben.',
  'What somebody should look at.': 'Was sich jemand ansehen sollte.',
  'When the provider knew of it.': 'Wann der Anbieter davon wusste.',
  'Until when it can be paid.': 'Bis wann gezahlt werden kann.',
  'When the provider was asked about it last.': 'Wann der Anbieter zuletzt danach gefragt wurde.',
  'Who said so.': 'Wer das gemeldet hat.',
  'How the provider names its report: it counts once.': 'Wie der Anbieter seine Meldung nennt: Sie zählt einmal.',
  'What was reported.': 'Was gemeldet wurde.',
  'Which AI model wrote it.': 'Welches KI-Modell es geschrieben hat.',
}
