// German texts of actions and their dialogs.
export const germanActions: Readonly<Record<string, string>> = {
  'Describe rules': 'Regeln erklären',
  'Describes how to write rules of a product, with its questions, answers and fields; call it before writing rules. Write a rule to the field rules of a question or answer with the action update-entity.':
    'Erklärt, wie Sie Regeln eines Produkts schreiben, mit seinen Fragen, Antworten und Feldern.',
  'The id of the product.': 'Die Id des Produkts.',
  Offset: 'Versatz',
  'Questions to skip: next_offset of the previous reply.': 'Anzahl der Fragen, die übersprungen werden.',
  'Answer offset': 'Versatz der Antworten',
  'Answers of the first question to skip: next_answer_offset of the previous reply.':
    'Anzahl der Antworten der ersten Frage, die übersprungen werden.',
  'Describe calculations': 'Berechnungen erklären',
  'Describes how to write calculations of a product (formula, matrix, code); call it before the action set-calculation. Lists its questions with their fields, functions and calculations.':
    'Erklärt, wie Sie Berechnungen eines Produkts schreiben (Formel, Matrix, Code), mit seinen Fragen, Feldern, Funktionen und Berechnungen.',
  'Get product sheet': 'Produktblatt lesen',
  'Reads a product as one YAML sheet, before the action apply-product-sheet. It uses keys instead of ids.':
    'Liest ein Produkt als YAML-Blatt, mit Schlüsseln statt IDs.',
  'next_offset of the last reply.': 'next_offset der letzten Antwort.',
  Diff: 'Vergleich',
  'A sheet or package to compare with.': 'Ein Blatt oder Paket, mit dem verglichen wird.',
  'Explain configuration': 'Konfiguration erklären',
  'Configures a product as a shopper would and explains the outcome; use it to try out rules and prices. Nothing is stored. Explains what applies and why the rest does not, missing selections, and all parts of price and weight.':
    'Konfiguriert ein Produkt wie ein Käufer und erklärt das Ergebnis: was gilt und warum, was fehlt und wie sich Preis und Gewicht zusammensetzen. Nichts wird gespeichert.',
  'The id of a published product.': 'Die Id eines veröffentlichten Produkts.',
  'Selections in addition to the initial values.': 'Auswahlen zusätzlich zu den Anfangswerten.',
  Aim: 'Ziel',
  'Closest to the wishes': 'Den Wünschen am nächsten',
  Cheapest: 'Am günstigsten',
  Lightest: 'Am leichtesten',
  'Finds and explains the best complete selections.': 'Findet und erklärt die besten vollständigen Auswahlen.',
  Wishes: 'Wünsche',
  'With aim: {question_id, values or min, max; weight 1-100 if optional}.':
    'Mit Ziel: {question_id, values oder min, max; weight 1-100, wenn der Wunsch offen bleiben darf}.',
  'Explains only this question.': 'Erklärt nur diese Frage.',
  'next_offset of the previous reply.': 'next_offset der vorigen Antwort.',
  'A tag such as en-GB. Default: the store default.': 'Ein Kürzel wie en-GB. Ohne Angabe die Standardsprache.',
  'ISO 4217 code. Default: the store default.': 'Code nach ISO 4217. Ohne Angabe die Standardwährung.',
  'Prove product': 'Produkt prüfen',
  'Checks all rules and tables of a product; use it after authoring, before publishing. Finds contradictions, rules without effect, cycles, and unreachable questions and answers.':
    'Prüft alle Regeln und Tabellen eines Produkts vor dem Veröffentlichen. Findet Widersprüche, wirkungslose Regeln, Zirkelbezüge sowie Fragen und Antworten, die kein Käufer erreicht.',
  Seconds: 'Sekunden',
  'Default 30.': 'Standard: 30.',
  'Simulate product': 'Produkt durchspielen',
  'Counts the valid configurations of a product and simulates random shoppers. Reports the share of each answer, price range, dead and forced answers, and dead ends. Exact if the rules are decidable.':
    'Zählt die gültigen Konfigurationen eines Produkts und simuliert zufällige Käufer. Nennt den Anteil jeder Antwort, die Preisspanne, nie wählbare und erzwungene Antworten und Sackgassen.',
  Scope: 'Umfang',
  'Required questions': 'Pflichtfragen',
  'All questions': 'Alle Fragen',
  'Only required questions (default), or also optional ones.': 'Nur Pflichtfragen (Standard) oder auch freiwillige.',
  Walks: 'Durchgänge',
  'Number of random shoppers. Default 2,000.': 'Anzahl zufälliger Käufer. Standard: 2.000.',
  Seed: 'Startwert',
  'Seed of the random choices. Default 1.': 'Startwert der zufälligen Auswahl. Standard: 1.',
  'Import table': 'Tabelle einlesen',
  "Imports a variant table from CSV text: allowed or forbidden combinations of answers. The first line contains questions, each other line a combination. Cells contain an answer, a number, a range such as 40..60, several of these separated by |, or * for any. Replaces the product's table of that name.":
    'Importiert eine Variantentabelle aus CSV-Text: erlaubte oder verbotene Kombinationen von Antworten. Die erste Zeile enthält die Fragen, jede weitere eine Kombination. Zellen enthalten eine Antwort, eine Zahl, einen Bereich wie 40..60, mehrere davon durch | getrennt, oder * für alle. Eine gleichnamige Tabelle des Produkts wird ersetzt.',
  'The name of the table.': 'Der Name der Tabelle.',
  'Separated by commas, semicolons or tabs. Questions and answers by title, internal name or id.':
    'Durch Kommas, Semikolons oder Tabulatoren getrennt. Fragen und Antworten nach Titel, internem Namen oder Id.',
  'allow (default): only these combinations; forbid: all others.':
    'allow (Standard): nur diese Kombinationen; forbid: alle anderen.',
  'Dry run': 'Probelauf',
  'True: reports the effects and stores nothing.': 'Ja: zeigt die Auswirkungen und speichert nichts.',
  'Apply product sheet': 'Produktblatt anwenden',
  'Changes a product to match a YAML sheet, all or nothing; call it with dry_run first. The action get-product-sheet shows one. Code requires code:write.':
    'Gleicht ein Produkt an ein YAML-Blatt an, ganz oder gar nicht. Ein Probelauf zeigt vorher den Plan. Für Code ist das Recht code:write nötig.',
  Sheet: 'Blatt',
  "YAML: 'sheet: 1', 'product: <key>' …": "YAML: 'sheet: 1', 'product: <Schlüssel>' …",
  "The id. Default: the product with the sheet's key, or a new one.":
    'Die ID. Ohne Angabe das Produkt mit dem Schlüssel des Blatts, sonst ein neues.',
  Prune: 'Übriges entfernen',
  'True: deletes parts that the sheet does not contain.': 'Ja: löscht Teile, die nicht im Blatt stehen.',
  'True: reports the plan and changes nothing.': 'Ja: zeigt den Plan und ändert nichts.',
  'Get calculation': 'Berechnung lesen',
  'Reads a calculation with its body; use it before the action set-calculation. The body is returned as formula, matrix or code, in the form that the action set-calculation accepts.':
    'Liest eine Berechnung mit ihrem Inhalt: Formel, Matrix oder Code.',
  'The id of the calculation.': 'Die Id der Berechnung.',
  'Cell offset': 'Versatz der Zellen',
  'Cells of a matrix to skip: next_cell_offset of the previous reply.':
    'Anzahl der Zellen einer Matrix, die übersprungen werden.',
  'Set calculation': 'Berechnung setzen',
  'Replaces the body of a calculation with exactly one of formula, matrix or code; call the action describe-calculations first. Create the calculation with the action create-entity, set its body here, then attach it with the action update-entity, for example to calcmodel of a question. A code body also requires code:write.':
    'Ersetzt den Inhalt einer Berechnung durch Formel, Matrix oder Code. Danach können Sie sie verwenden, zum Beispiel als Preisberechnung einer Frage. Für Code ist das Recht code:write nötig.',
  'A table. Cells have coordinate 0 on an unused axis.': 'Eine Tabelle. Auf einer nicht verwendeten Achse ist die Koordinate 0.',
  'One expression such as "A * 2". A to D are the questions.': 'Ein Ausdruck wie "A * 2"; A bis D stehen für die Fragen.',
  'Sets the status of an order if the transition is allowed, and triggers the usual invoices, mails and observers. A refusal lists the allowed states.':
    'Ändert den Status einer Bestellung, wenn der Wechsel erlaubt ist. Rechnungen und E-Mails werden wie üblich erstellt.',
  'The id of the order, not its number.': 'Die Id der Bestellung, nicht ihre Nummer.',
  'The new status.': 'Der neue Status.',
  "Prepares a requested quote: validity, reply, special discount, delivery price. Amounts are net and in the quote's currency. Fields that are left out remain unchanged, and other prices are not recalculated.":
    'Bereitet ein angefragtes Angebot vor: Gültigkeit, Antwort, Sonderrabatt, Versandkosten. Beträge sind netto und in der Währung des Angebots. Leere Felder bleiben unverändert, andere Preise werden nicht neu berechnet.',
  'The id of the quote, not its number.': 'Die Id des Angebots, nicht seine Nummer.',
  'Counted from the day of sending.': 'Gezählt ab dem Tag des Versands.',
  'Instead of the number of days. A date includes that day in the time zone of the shop.':
    'Statt der Anzahl der Tage. Ein Datum schließt diesen Tag in der Zeitzone des Shops ein.',
  "The shop's reply to the customer.": 'Die Antwort des Shops an den Kunden.',
  "Replaces the customer group's discount. 0 restores it.": 'Ersetzt den Rabatt der Kundengruppe. 0 stellt ihn wieder her.',
  'Discount in per cent': 'Rabatt in Prozent',
  'Instead of an amount.': 'Statt eines Betrags.',
  'The title of the special discount.': 'Die Bezeichnung des Sonderrabatts.',
  'Replaces the price of the shipping method.': 'Ersetzt den Preis der Versandart.',
  'The title of the delivery.': 'Die Bezeichnung des Versands.',
  'Sends a requested quote, which can then be accepted, and triggers the usual mails and observers. It expires as prepared, otherwise after quote_validity_days.':
    'Sendet ein angefragtes Angebot. Der Kunde kann es bis zum Ende der Gültigkeit annehmen und erhält die übliche E-Mail. Ohne eigene Gültigkeit gilt die Gültigkeit von Angeboten in den Einstellungen.',
  'Declines a requested or sent quote and triggers the usual mails and observers.':
    'Lehnt ein angefragtes oder gesendetes Angebot ab. Der Kunde erhält die übliche E-Mail.',
  'Replaces a quote with a new, requested one with the same frozen lines and concessions, so it can be prepared again. An open old quote is declined; an accepted one is refused.':
    'Ersetzt ein Angebot durch ein neues mit denselben Positionen und Nachlässen, das Sie wieder vorbereiten können. Ein offenes altes Angebot wird abgelehnt; ein angenommenes lässt sich nicht ersetzen.',
  'Deletes expired conversations with the advisor, and reviews finished ones if advisor_auto_analyze is on.':
    'Löscht abgelaufene Gespräche mit dem Berater und wertet beendete aus, wenn das eingeschaltet ist.',
  'Decide outreach': 'Über Kontaktanfrage entscheiden',
  'Sends a reply by mail, once, to a shopper who asked the advisor for a person, or declines it.':
    'Sendet einem Käufer, der mit Ihrem Team sprechen möchte, einmal eine Antwort per E-Mail, oder lehnt die Anfrage ab.',
  Outreach: 'Kontaktanfrage',
  'The id of a proposed chat-outreach.': 'Die ID einer offenen Kontaktanfrage.',
  Approve: 'Zustimmen',
  'Subject of the mail. Required with approve.': 'Betreff der E-Mail. Erforderlich bei Zustimmung.',
  'Text of the mail. Required with approve.': 'Text der E-Mail. Erforderlich bei Zustimmung.',
}
