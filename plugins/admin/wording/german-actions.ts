// German texts of actions and their dialogs.
export const germanActions: Readonly<Record<string, string>> = {
  'Describe rules': 'Regeln erklären',
  'Describes how to write rules of a product, with its questions, answers and fields; call it before writing rules. Write a rule to the field rules of a question or answer with the action update-entity.':
    'Beschreibt, was Regeln eines Produkts sagen dürfen, mit jeder Frage, jeder Antwort und jedem Feld.',
  'The id of the product.': 'Die Id des Produkts.',
  Offset: 'Versatz',
  'Questions to skip: next_offset of the previous reply.': 'Zu überspringende Fragen, wo eine Antwort next_offset angab.',
  'Answer offset': 'Versatz der Antworten',
  'Answers of the first question to skip: next_answer_offset of the previous reply.':
    'Zu überspringende Antworten der ersten Frage, wo eine Antwort next_answer_offset angab.',
  'Describe calculations': 'Berechnungen erklären',
  'Describes how to write calculations of a product (formula, matrix, code); call it before the action set-calculation. Lists its questions with their fields, functions and calculations.':
    'Beschreibt, was Berechnungen eines Produkts sagen dürfen: Formel, Matrix und Code. Nennt seine Fragen mit ihren Feldern, Funktionen und Berechnungen.',
  'Get product sheet': 'Produktblatt lesen',
  'Reads a product as one YAML sheet, before the action apply-product-sheet. It uses keys instead of ids.':
    'Liest ein Produkt als ein YAML-Blatt. Schlüssel stehen für Ids.',
  'next_offset of the last reply.': 'next_offset der letzten Antwort.',
  Diff: 'Vergleich',
  'A sheet or package to compare with.': 'Ein Blatt oder Paket: was dort anders ist.',
  'Explain configuration': 'Konfiguration erklären',
  'Configures a product as a shopper would and explains the outcome; use it to try out rules and prices. Nothing is stored. Explains what applies and why the rest does not, missing selections, and all parts of price and weight.':
    'Konfiguriert ein Produkt wie ein Kunde und erklärt das Ergebnis. Nichts wird gespeichert. Sagt, was gilt, warum das Übrige nicht gilt, was fehlt, und jeden Teil von Preis und Gewicht.',
  'The id of a published product.': 'Die Id eines veröffentlichten Produkts.',
  'Selections in addition to the initial values.': 'Was neben den Anfangswerten ausgewählt ist.',
  Aim: 'Ziel',
  'Closest to the wishes': 'Den Wünschen am nächsten',
  Cheapest: 'Am günstigsten',
  Lightest: 'Am leichtesten',
  'Finds and explains the best complete selections.': 'Findet und erklärt die besten vollständigen Auswahlen.',
  Wishes: 'Wünsche',
  'With aim: {question_id, values or min, max; weight 1-100 if optional}.':
    'Mit Ziel: {question_id, values oder min, max; weight 1-100, wenn der Wunsch offen bleiben darf}.',
  'Explains only this question.': 'Erklärt nur diese.',
  'next_offset of the previous reply.': 'next_offset der vorigen Antwort.',
  'A tag such as en-GB. Default: the store default.': 'Kürzel wie en-GB, für Texte ohne Sprache; leer die Standardsprache.',
  'ISO 4217 code. Default: the store default.': 'Code nach ISO 4217; leer die Standardwährung.',
  'Prove product': 'Produkt prüfen',
  'Checks all rules and tables of a product; use it after authoring, before publishing. Finds contradictions, rules without effect, cycles, and unreachable questions and answers.':
    'Prüft jede Regel und Tabelle eines Produkts: nach dem Bearbeiten, vor dem Veröffentlichen. Findet Widersprüche, wirkungslose Regeln, Kreise und was kein Kunde erreicht.',
  Seconds: 'Sekunden',
  'Default 30.': '30, wenn leer.',
  'Simulate product': 'Produkt durchspielen',
  'Counts the valid configurations of a product and simulates random shoppers. Reports the share of each answer, price range, dead and forced answers, and dead ends. Exact if the rules are decidable.':
    'Zählt die gültigen Konfigurationen eines Produkts und geht zufällig hindurch: So zeigt sich, was ein Produkt wirklich bietet. Nennt Anteile je Antwort, das Günstigste und Teuerste, tote und erzwungene Antworten und Sackgassen; genau, wo Regeln entschieden werden können.',
  Scope: 'Umfang',
  'Required questions': 'Pflichtfragen',
  'All questions': 'Alle Fragen',
  'Only required questions (default), or also optional ones.': 'Nur Pflichtfragen (wenn leer) oder auch freiwillige.',
  Walks: 'Durchgänge',
  'Number of random shoppers. Default 2,000.': 'Zufällige Kunden; 2.000, wenn leer.',
  Seed: 'Startwert',
  'Seed of the random choices. Default 1.': 'Wiederholt dieselben Entscheidungen; 1, wenn leer.',
  'Import table': 'Tabelle einlesen',
  "Imports a variant table from CSV text: allowed or forbidden combinations of answers. The first line contains questions, each other line a combination. Cells contain an answer, a number, a range such as 40..60, several of these separated by |, or * for any. Replaces the product's table of that name.":
    'Schreibt eine Variantentabelle aus CSV-Text: Kombinationen von Antworten, die erlaubt oder verboten sind. Die erste Zeile nennt Fragen, jede weitere eine Kombination. Zellen nennen eine Antwort, eine Zahl, einen Bereich wie 40..60, mehrere mit | dazwischen oder * für jede. Sie tritt an die Stelle der gleichnamigen Tabelle des Produkts.',
  'The name of the table.': 'Der Name der Tabelle.',
  'Separated by commas, semicolons or tabs. Questions and answers by title, internal name or id.':
    'Durch Kommas, Semikolons oder Tabulatoren getrennt. Fragen und Antworten nach Titel, internem Namen oder Id.',
  'allow (default): only these combinations; forbid: all others.':
    'allow (wenn leer): nur diese Kombinationen gibt es; forbid: alle anderen gibt es.',
  'Dry run': 'Probelauf',
  'True: reports the effects and stores nothing.': 'Ja: sagt, was geschähe, und speichert nichts.',
  'Apply product sheet': 'Produktblatt anwenden',
  'Changes a product to match a YAML sheet, all or nothing; call it with dry_run first. The action get-product-sheet shows one. Code requires code:write.':
    'Macht ein Produkt zu dem, was ein YAML-Blatt sagt, ganz oder gar nicht; ein Probelauf zeigt vorher den Plan. Code braucht code:write.',
  Sheet: 'Blatt',
  "YAML: 'sheet: 1', 'product: <key>' …": "YAML: 'sheet: 1', 'product: <Schlüssel>' …",
  "The id. Default: the product with the sheet's key, or a new one.":
    'Seine Id; leer das Produkt mit dem Schlüssel des Blatts oder ein neues.',
  Prune: 'Übriges entfernen',
  'True: deletes parts that the sheet does not contain.': 'Ja: Was das Blatt nicht nennt, geht; sonst bleibt es.',
  'True: reports the plan and changes nothing.': 'Ja: gibt den Plan und ändert nichts.',
  'Get calculation': 'Berechnung lesen',
  'Reads a calculation with its body; use it before the action set-calculation. The body is returned as formula, matrix or code, in the form that the action set-calculation accepts.':
    'Liest eine Berechnung mit ihrem Inhalt: Formel, Matrix oder Code.',
  'The id of the calculation.': 'Die Id der Berechnung.',
  'Cell offset': 'Versatz der Zellen',
  'Cells of a matrix to skip: next_cell_offset of the previous reply.':
    'Zu überspringende Zellen einer Matrix, wo eine Antwort next_cell_offset angab.',
  'Set calculation': 'Berechnung setzen',
  'Replaces the body of a calculation with exactly one of formula, matrix or code; call the action describe-calculations first. Create the calculation with the action create-entity, set its body here, then attach it with the action update-entity, for example to calcmodel of a question. A code body also requires code:write.':
    'Ersetzt den Inhalt einer Berechnung durch genau eines von Formel, Matrix oder Code. Danach kann sie zum Beispiel an einer Frage als Preis stehen. Code braucht auch code:write.',
  'A table. Cells have coordinate 0 on an unused axis.': 'Eine Tabelle; auf einer weggelassenen Achse steht 0.',
  'One expression such as "A * 2". A to D are the questions.': 'Ein Ausdruck wie "A * 2"; A bis D stehen für die Fragen.',
  'Sets the status of an order if the transition is allowed, and triggers the usual invoices, mails and observers. A refusal lists the allowed states.':
    'Setzt den Status einer Bestellung, wenn er auf den jetzigen folgen darf; Rechnung, Mails und Beobachter folgen wie bei jeder Änderung. Eine Ablehnung sagt, welche folgen dürfen.',
  'The id of the order, not its number.': 'Die Id der Bestellung, nicht ihre Nummer.',
  'The new status.': 'Was die Bestellung wird.',
  "Prepares a requested quote: validity, reply, special discount, delivery price. Amounts are net and in the quote's currency. Fields that are left out remain unchanged, and other prices are not recalculated.":
    'Bereitet ein angefragtes Angebot vor: wie lange es gilt, eine Antwort, ein Sonderrabatt, ein anderer Lieferpreis. Beträge sind netto und in der Währung des Angebots; was leer bleibt, bleibt, wie es ist, und nichts anderes wird neu bepreist.',
  'The id of the quote, not its number.': 'Die Id des Angebots, nicht seine Nummer.',
  'Counted from the day of sending.': 'Ab dem Tag des Versands.',
  'Instead of the number of days.': 'Anstelle der Tage.',
  "The shop's reply to the customer.": 'Die Antwort des Shops an den Kunden.',
  "Replaces the customer group's discount. 0 restores it.": 'Anstelle des Rabatts der Kundengruppe, den 0 zurückholt.',
  'Discount in per cent': 'Rabatt in Prozent',
  'Instead of an amount.': 'Anstelle eines Betrags.',
  'The title of the special discount.': 'Wie der Sonderrabatt heißt.',
  'Replaces the price of the shipping method.': 'Anstelle dessen, was die Versandart kostet.',
  'The title of the delivery.': 'Wie die Lieferung heißt.',
  'Sends a requested quote, which can then be accepted, and triggers the usual mails and observers. It expires as prepared, otherwise after quote_validity_days.':
    'Sendet ein angefragtes Angebot: Es kann angenommen werden, bis es endet; Mails und Beobachter folgen. Es endet wie vorbereitet, sonst nach den Tagen der Einstellung quote_validity_days.',
  'Declines a requested or sent quote and triggers the usual mails and observers.':
    'Lehnt ein angefragtes oder gesendetes Angebot ab: Es endet, und Mails und Beobachter folgen wie bei jeder Änderung.',
  'Replaces a quote with a new, requested one with the same frozen lines and concessions, so it can be prepared again. An open old quote is declined; an accepted one is refused.':
    'Setzt ein neues Angebot an die Stelle eines alten: angefragt, mit denselben eingefrorenen Zeilen und dem Gewährten, sodass es vorbereitet werden kann. Das alte endet als abgelehnt, wenn es nicht schon beendet ist; ein angenommenes bleibt.',
  'Deletes expired conversations with the advisor, and reviews finished ones if advisor_auto_analyze is on.':
    'Löscht alte Gespräche mit der Beratung und wertet ruhende aus, wo advisor_auto_analyze eingeschaltet ist.',
  'Decide outreach': 'Über Nachricht entscheiden',
  'Sends a reply by mail, once, to a shopper who asked the advisor for a person, or declines it.':
    'Schickt einem Kunden, der nach einem Menschen gefragt hat, einmal eine Antwort per Mail, oder lehnt das ab.',
  Outreach: 'Nachricht',
  'The id of a proposed chat-outreach.': 'Die Id einer vorgeschlagenen Nachricht.',
  Approve: 'Zustimmen',
  'Subject of the mail. Required with approve.': 'Betreff der Mail. Erforderlich bei Zustimmung.',
  'Text of the mail. Required with approve.': 'Text der Mail. Erforderlich bei Zustimmung.',
}
