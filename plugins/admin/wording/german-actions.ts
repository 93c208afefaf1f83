// What actions and their dialogs say in German.
export const germanActions: Readonly<Record<string, string>> = {
  'Describe rules': 'Regeln erklären',
  'Describes what rules of a product may say, with every question, answer and field; call it before writing rules. Write a rule with the action update-entity into the field rules of a question or answer.':
    'Beschreibt, was Regeln eines Produkts sagen dürfen, mit jeder Frage, jeder Antwort und jedem Feld.',
  'The id of the product.': 'Die Id des Produkts.',
  Offset: 'Versatz',
  'Questions to skip, by next_offset.': 'Zu überspringende Fragen, wo eine Antwort next_offset angab.',
  'Answer offset': 'Versatz der Antworten',
  'Answers to skip of the first question, by next_answer_offset.':
    'Zu überspringende Antworten der ersten Frage, wo eine Antwort next_answer_offset angab.',
  'Describe calculations': 'Berechnungen erklären',
  'Describes what calculations of a product may say: formula, matrix and code; call it before the action set-calculation. Lists its questions with their fields, functions and calculations.':
    'Beschreibt, was Berechnungen eines Produkts sagen dürfen: Formel, Matrix und Code. Nennt seine Fragen mit ihren Feldern, Funktionen und Berechnungen.',
  'Get product sheet': 'Produktblatt lesen',
  'Reads a product as one YAML sheet, before the action apply-product-sheet. Keys stand for ids.':
    'Liest ein Produkt als ein YAML-Blatt. Schlüssel stehen für Ids.',
  'next_offset of the last reply.': 'next_offset der letzten Antwort.',
  Diff: 'Vergleich',
  'A sheet or package: what differs there.': 'Ein Blatt oder Paket: was dort anders ist.',
  'Explain configuration': 'Konfiguration erklären',
  'Configures a product as a shopper would and explains the outcome; use it to try out rules and prices. Nothing is stored. Says what applies, why the rest does not, what is missing, and every part of price and weight.':
    'Konfiguriert ein Produkt wie ein Kunde und erklärt das Ergebnis. Nichts wird gespeichert. Sagt, was gilt, warum das Übrige nicht gilt, was fehlt, und jeden Teil von Preis und Gewicht.',
  'The id of a published product.': 'Die Id eines veröffentlichten Produkts.',
  'What is selected beside the initial values.': 'Was neben den Anfangswerten ausgewählt ist.',
  Aim: 'Ziel',
  'Closest to the wishes': 'Den Wünschen am nächsten',
  Cheapest: 'Am günstigsten',
  Lightest: 'Am leichtesten',
  'Finds and explains the best whole selections.': 'Findet und erklärt die besten vollständigen Auswahlen.',
  Wishes: 'Wünsche',
  'With aim: {question_id, values or min, max; weight 1-100 if it may stay unmet}.':
    'Mit Ziel: {question_id, values oder min, max; weight 1-100, wenn der Wunsch offen bleiben darf}.',
  'Explains only this one.': 'Erklärt nur diese.',
  'next_offset of the reply before.': 'next_offset der vorigen Antwort.',
  'Tag such as en-GB, the default if left out.': 'Kürzel wie en-GB, für Texte ohne Sprache; leer die Standardsprache.',
  'ISO 4217 code; the default if left out.': 'Code nach ISO 4217; leer die Standardwährung.',
  'Prove product': 'Produkt prüfen',
  'Checks every rule and table of a product; use it after authoring, before publishing. Finds contradictions, rules without effect, cycles, and what no shopper can reach.':
    'Prüft jede Regel und Tabelle eines Produkts: nach dem Bearbeiten, vor dem Veröffentlichen. Findet Widersprüche, wirkungslose Regeln, Kreise und was kein Kunde erreicht.',
  Seconds: 'Sekunden',
  '30 if left out.': '30, wenn leer.',
  'Simulate product': 'Produkt durchspielen',
  'Counts the valid configurations of a product and walks through it at random. Reports shares per answer, cheapest and dearest, dead and forced answers, dead ends; exact where rules can be decided.':
    'Zählt die gültigen Konfigurationen eines Produkts und geht zufällig hindurch: So zeigt sich, was ein Produkt wirklich bietet. Nennt Anteile je Antwort, das Günstigste und Teuerste, tote und erzwungene Antworten und Sackgassen; genau, wo Regeln entschieden werden können.',
  Scope: 'Umfang',
  'Required questions': 'Pflichtfragen',
  'All questions': 'Alle Fragen',
  'Only required questions (if left out), or optional ones too.': 'Nur Pflichtfragen (wenn leer) oder auch freiwillige.',
  Walks: 'Durchgänge',
  'Random shoppers; 2,000 if left out.': 'Zufällige Kunden; 2.000, wenn leer.',
  Seed: 'Startwert',
  'Repeats the same choices; 1 if left out.': 'Wiederholt dieselben Entscheidungen; 1, wenn leer.',
  'Import table': 'Tabelle einlesen',
  "Writes a variant table from CSV text: combinations of answers that are allowed, or forbidden. The first line names questions, each other one a combination. Cells name an answer, a number, a range such as 40..60, several with | between them, or * for any. It takes the place of the product's table of that name.":
    'Schreibt eine Variantentabelle aus CSV-Text: Kombinationen von Antworten, die erlaubt oder verboten sind. Die erste Zeile nennt Fragen, jede weitere eine Kombination. Zellen nennen eine Antwort, eine Zahl, einen Bereich wie 40..60, mehrere mit | dazwischen oder * für jede. Sie tritt an die Stelle der gleichnamigen Tabelle des Produkts.',
  'The name of the table.': 'Der Name der Tabelle.',
  'Separated by commas, semicolons or tabs. Questions and answers by title, internal name or id.':
    'Durch Kommas, Semikolons oder Tabulatoren getrennt. Fragen und Antworten nach Titel, internem Namen oder Id.',
  'allow, as it is if left out: there are only these combinations; forbid: there are all others.':
    'allow (wenn leer): nur diese Kombinationen gibt es; forbid: alle anderen gibt es.',
  'Dry run': 'Probelauf',
  'True: tells what would happen and stores nothing.': 'Ja: sagt, was geschähe, und speichert nichts.',
  'Apply product sheet': 'Produktblatt anwenden',
  'Makes a product what a YAML sheet says, all or nothing; call it with dry_run first for the plan. The action get-product-sheet shows one. Code needs code:write.':
    'Macht ein Produkt zu dem, was ein YAML-Blatt sagt, ganz oder gar nicht; ein Probelauf zeigt vorher den Plan. Code braucht code:write.',
  Sheet: 'Blatt',
  "YAML: 'sheet: 1', 'product: <key>' …": "YAML: 'sheet: 1', 'product: <Schlüssel>' …",
  "Its id; the product with the sheet's key, or a new one, if left out.":
    'Seine Id; leer das Produkt mit dem Schlüssel des Blatts oder ein neues.',
  Prune: 'Übriges entfernen',
  'True: what the sheet does not name goes; else it stays.': 'Ja: Was das Blatt nicht nennt, geht; sonst bleibt es.',
  'True: gives the plan and changes nothing.': 'Ja: gibt den Plan und ändert nichts.',
  'Get calculation': 'Berechnung lesen',
  'Reads a calculation with its body; use it before the action set-calculation. The body stands under formula, matrix or code, in the form that the action set-calculation takes.':
    'Liest eine Berechnung mit ihrem Inhalt: Formel, Matrix oder Code.',
  'The id of the calculation.': 'Die Id der Berechnung.',
  'Cell offset': 'Versatz der Zellen',
  'Cells of a matrix to skip, by next_cell_offset.':
    'Zu überspringende Zellen einer Matrix, wo eine Antwort next_cell_offset angab.',
  'Set calculation': 'Berechnung setzen',
  'Replaces the body of a calculation with exactly one of formula, matrix or code; see the action describe-calculations first. Create the calculation with the action create-entity, set its body here, then attach it with the action update-entity, for example to calcmodel of a question. A code body needs code:write too.':
    'Ersetzt den Inhalt einer Berechnung durch genau eines von Formel, Matrix oder Code. Danach kann sie zum Beispiel an einer Frage als Preis stehen. Code braucht auch code:write.',
  'A table; cells give 0 on an axis that is left out.': 'Eine Tabelle; auf einer weggelassenen Achse steht 0.',
  'One expression such as "A * 2"; A to D stand for the questions.': 'Ein Ausdruck wie "A * 2"; A bis D stehen für die Fragen.',
  'Sets the status of an order, if it may follow the present one; invoices, mails and observers follow as for any change. A refusal says which may follow.':
    'Setzt den Status einer Bestellung, wenn er auf den jetzigen folgen darf; Rechnung, Mails und Beobachter folgen wie bei jeder Änderung. Eine Ablehnung sagt, welche folgen dürfen.',
  'The id of the order, not its number.': 'Die Id der Bestellung, nicht ihre Nummer.',
  'What the order becomes.': 'Was die Bestellung wird.',
  "Prepares a quote that was requested: how long it will hold, an answer, a special discount, another price of delivery. Amounts are net and in the quote's currency; what is left out stays as it is, and nothing else of the quote is priced anew.":
    'Bereitet ein angefragtes Angebot vor: wie lange es gilt, eine Antwort, ein Sonderrabatt, ein anderer Lieferpreis. Beträge sind netto und in der Währung des Angebots; was leer bleibt, bleibt, wie es ist, und nichts anderes wird neu bepreist.',
  'The id of the quote, not its number.': 'Die Id des Angebots, nicht seine Nummer.',
  'From the day on that it is sent.': 'Ab dem Tag des Versands.',
  'In place of the days.': 'Anstelle der Tage.',
  'What the shop writes to the customer.': 'Was der Shop dem Kunden schreibt.',
  "In place of the customer group's discount, which 0 brings back.": 'Anstelle des Rabatts der Kundengruppe, den 0 zurückholt.',
  'Discount in per cent': 'Rabatt in Prozent',
  'In place of an amount.': 'Anstelle eines Betrags.',
  'What the special discount is called.': 'Wie der Sonderrabatt heißt.',
  'In place of what the shipping method costs.': 'Anstelle dessen, was die Versandart kostet.',
  'What the delivery is called.': 'Wie die Lieferung heißt.',
  'Sends a quote that was requested: it can be accepted until it ends, and mails and observers follow. It ends as it was prepared, else after the days of the setting quote_validity_days.':
    'Sendet ein angefragtes Angebot: Es kann angenommen werden, bis es endet; Mails und Beobachter folgen. Es endet wie vorbereitet, sonst nach den Tagen der Einstellung quote_validity_days.',
  'Declines a quote that was requested or sent: it ends, and mails and observers follow as for any change.':
    'Lehnt ein angefragtes oder gesendetes Angebot ab: Es endet, und Mails und Beobachter folgen wie bei jeder Änderung.',
  'Puts a new quote in the place of one: requested, with the same frozen lines and what was granted, so that it can be prepared. The old one, unless it has ended already, ends as declined; one that was accepted is refused.':
    'Setzt ein neues Angebot an die Stelle eines alten: angefragt, mit denselben eingefrorenen Zeilen und dem Gewährten, sodass es vorbereitet werden kann. Das alte endet als abgelehnt, wenn es nicht schon beendet ist; ein angenommenes bleibt.',
  'Deletes conversations with the advisor that are old, and reviews quiet ones where advisor_auto_analyze is on.':
    'Löscht alte Gespräche mit der Beratung und wertet ruhende aus, wo advisor_auto_analyze eingeschaltet ist.',
  'Decide outreach': 'Über Nachricht entscheiden',
  'Mails an answer, once, to a shopper who asked the advisor for a person; or declines to.':
    'Schickt einem Kunden, der nach einem Menschen gefragt hat, einmal eine Antwort per Mail, oder lehnt das ab.',
  Outreach: 'Nachricht',
  'The id of a proposed chat-outreach.': 'Die Id einer vorgeschlagenen Nachricht.',
  Approve: 'Zustimmen',
  'Of the mail; needed where it is approved.': 'Der Mail; nötig, wo zugestimmt wird.',
}
