// German translations of core's messages to shoppers, keyed by the English message.
export const de: Readonly<Record<string, string>> = {
  'This product has no question {question}.': 'Dieses Produkt hat keine Frage {question}.',
  "The question '{question}' does not apply.": 'Die Frage „{question}“ gilt hier nicht.',
  "'{question}' takes a text of at most {longest} characters.": '„{question}“ nimmt einen Text von höchstens {longest} Zeichen.',
  "'{question}' has no answer {answer}.": '„{question}“ hat keine Antwort {answer}.',
  "The answer '{answer}' does not apply.": 'Die Antwort „{answer}“ gilt hier nicht.',
  "The answer '{answer}' is not available.": 'Die Antwort „{answer}“ ist nicht verfügbar.',
  "This changes your selection for '{question}'. Go on?": 'Das ändert Ihre Angabe zu „{question}“. Fortfahren?',
  'This cannot be had at the moment.': 'Das ist zurzeit nicht zu haben.',
  'There is nothing to undo.': 'Es gibt nichts, was sich rückgängig machen ließe.',
  'There is nothing to redo.': 'Es gibt nichts, was sich wiederholen ließe.',
  'This configuration was ordered, so it can no longer be changed.':
    'Diese Konfiguration wurde bestellt und lässt sich nicht mehr ändern.',
  'The shop did not open this configuration, so it cannot be ordered. Load the product page again.':
    'Der Shop hat diese Konfiguration nicht geöffnet, sie lässt sich nicht bestellen. Laden Sie die Seite des Produkts neu.',
  'A quote was asked for with this configuration, so it can no longer be changed.':
    'Für diese Konfiguration wurde ein Angebot erbeten, sie lässt sich nicht mehr ändern.',
  'This configuration was shared to be looked at. Duplicate it to change a copy of your own.':
    'Diese Konfiguration wurde zum Ansehen geteilt. Legen Sie eine Kopie an, um sie zu ändern.',
  'Your customer group may not order here. Ask the shop, or request a quote.':
    'Ihre Kundengruppe darf hier nicht bestellen. Fragen Sie den Shop, oder bitten Sie um ein Angebot.',
  'Your customer group may keep one cart here, and no configurations.':
    'Ihre Kundengruppe darf hier einen Warenkorb aufheben und keine Konfigurationen.',
  'The shop has not answered this quote yet. It can be accepted once it is sent.':
    'Der Shop hat dieses Angebot noch nicht beantwortet. Sie können es annehmen, sobald er es gesendet hat.',
  'This quote was declined. Ask the shop for a new one.': 'Dieses Angebot wurde abgelehnt. Bitten Sie den Shop um ein neues.',
  'This quote has expired. Ask the shop for a new one.': 'Dieses Angebot ist abgelaufen. Bitten Sie den Shop um ein neues.',
  'What this quote is about was ordered by another quote.':
    'Was dieses Angebot enthält, wurde mit einem anderen Angebot bestellt.',
  'This quote has its addresses already: it was priced for them. Ask the shop for another one.':
    'Dieses Angebot hat seine Adressen schon: Sein Preis gilt für sie. Bitten Sie den Shop um ein anderes.',
  'This quote was priced for a delivery to another place, which has other taxes. Ask the shop for another one.':
    'Der Preis dieses Angebots gilt für eine Lieferung an einen anderen Ort, für den andere Steuern gelten. Bitten Sie den Shop um ein anderes.',
  'Your customer group may not request quotes here.': 'Ihre Kundengruppe darf hier nicht um Angebote bitten.',
  'Say where you are to see what delivery costs.': 'Sagen Sie, wo Sie sind, um zu sehen, was die Lieferung kostet.',
  'Nothing of this weight is delivered to {country}.': 'Nach {country} wird nichts von diesem Gewicht geliefert.',
  'This shop does not sell in {currency} any more. Choose another currency.':
    'Dieser Shop verkauft nicht mehr in {currency}. Wählen Sie eine andere Währung.',
  'This is more than can be counted. Order fewer pieces.': 'Das ist mehr, als sich zählen lässt. Bestellen Sie weniger Stück.',
  "'{title}' is no longer sold.": '„{title}“ wird nicht mehr verkauft.',
  '{quantity} pieces cannot be ordered any more: from {min} to {max}, in steps of {step}.':
    '{quantity} Stück können nicht mehr bestellt werden: von {min} bis {max}, in Schritten von {step}.',
  'A selection of yours is no longer part of this product.': 'Eine Ihrer Angaben gehört nicht mehr zu diesem Produkt.',
  "Your selection for '{question}' is no longer possible.": 'Ihre Angabe zu „{question}“ ist nicht mehr möglich.',
  "Your selection for '{question}' is '{text}' now.": 'Ihre Angabe zu „{question}“ ist jetzt „{text}“.',
  'One piece cost {from} and costs {to} now.': 'Ein Stück kostete {from} und kostet jetzt {to}.',
  'One piece cost {from} again and again, and costs {to} now.': 'Ein Stück kostete wiederkehrend {from} und kostet jetzt {to}.',
  'There is nothing in the cart.': 'Der Warenkorb ist leer.',
  'Your customer group sees no prices here, so it cannot order. Request a quote.':
    'Ihre Kundengruppe sieht hier keine Preise und kann daher nicht bestellen. Bitten Sie um ein Angebot.',
  'An order cannot come to less than nothing.': 'Eine Bestellung kann nicht weniger als nichts kosten.',
  'Please give your e-mail address.': 'Bitte geben Sie Ihre E-Mail-Adresse an.',
  'Please give your address.': 'Bitte geben Sie Ihre Anschrift an.',
  'Please give a name or a company.': 'Bitte geben Sie einen Namen oder eine Firma an.',
  'Please give the street.': 'Bitte geben Sie die Straße an.',
  'Please give the postal code.': 'Bitte geben Sie die Postleitzahl an.',
  'Please give the city.': 'Bitte geben Sie den Ort an.',
  'Please choose the country.': 'Bitte wählen Sie das Land.',
  'Please choose the state.': 'Bitte wählen Sie den Bundesstaat.',
  'Please leave out web addresses and line breaks.': 'Bitte lassen Sie Webadressen und Zeilenumbrüche weg.',
  'This shop does not sell to {country}.': 'Dieser Shop verkauft nicht nach {country}.',
  'Please say first where it is to be delivered.': 'Bitte sagen Sie zuerst, wohin geliefert werden soll.',
  'The way of delivery that you chose is no longer offered. Please choose another one.':
    'Die gewählte Lieferart wird nicht mehr angeboten. Bitte wählen Sie eine andere.',
  'There is no way of paying this order. Ask the shop.': 'Diese Bestellung lässt sich nicht bezahlen. Fragen Sie den Shop.',
  'The way of paying that you chose is no longer offered. Please choose another one.':
    'Die gewählte Zahlungsart wird nicht mehr angeboten. Bitte wählen Sie eine andere.',
  'Please choose how you pay.': 'Bitte wählen Sie, wie Sie zahlen.',
  'Please agree to the terms.': 'Bitte stimmen Sie den Bedingungen zu.',
  "'{question}' takes {values} with what else is selected.": '„{question}“ nimmt mit der übrigen Auswahl {values}.',
  "'{question}' takes anything but {values} with what else is selected.":
    '„{question}“ nimmt mit der übrigen Auswahl alles außer {values}.',
  "'{question}' takes nothing with what else is selected.": '„{question}“ nimmt mit der übrigen Auswahl nichts.',
  '{from} to {to}': '{from} bis {to}',
  'There is no price for this combination.': 'Für diese Kombination gibt es keinen Preis.',
  'The shop reckons otherwise than stood here a moment ago. What stands here now is right.':
    'Der Shop rechnet anders, als hier eben stand. Was jetzt hier steht, gilt.',
  "Please choose or enter something for '{question}'.": 'Bitte wählen Sie etwas bei „{question}“ oder tragen Sie etwas ein.',
  "'{question}' takes the id of an uploaded file.": '„{question}“ nimmt die Kennung einer hochgeladenen Datei.',
  'Question {question} of this product takes no files.': 'Die Frage {question} dieses Produkts nimmt keine Dateien.',
  "This question takes files of the kinds {extensions}, not '{name}'.":
    'Diese Frage nimmt Dateien der Arten {extensions}, nicht „{name}“.',
  "The file '{name}' is empty.": 'Die Datei „{name}“ ist leer.',
  "The file '{name}' is larger than the {megabytes} MB that this question takes.":
    'Die Datei „{name}“ ist größer als die {megabytes} MB, die diese Frage nimmt.',
  "The content of '{name}' is of the type {type}, which this question does not take or its name does not promise.":
    'Der Inhalt von „{name}“ ist vom Typ {type}; den nimmt diese Frage nicht, oder der Name verspricht anderes.',
  "'{question}' takes one entry: nothing can be added to it or removed from it.":
    '„{question}“ nimmt eine einzige Angabe: Es lässt sich nichts hinzufügen und nichts wegnehmen.',
  "'{question}' takes the id of one of its answers.": '„{question}“ nimmt die Kennung einer seiner Antworten.',
  "'{name}' does not apply, because {facts}.": '„{name}“ gilt nicht, denn {facts}.',
  "'{name}' cannot apply here, whatever is selected.": '„{name}“ kann hier nicht gelten, was auch gewählt wird.',
  "'{name}' does not apply, because its stored rule cannot be read.":
    '„{name}“ gilt nicht, denn die gespeicherte Regel ist nicht lesbar.',
  "nothing is selected for '{question}'": 'bei „{question}“ ist nichts gewählt',
  "'{question}' is '{text}'": '„{question}“ ist „{text}“',
  'It applies with {ways}.': 'Es gilt mit: {ways}.',
  "nothing selected for '{question}'": 'keiner Angabe bei „{question}“',
  "'{text}' for '{question}'": '„{text}“ bei „{question}“',
  '{first} and {second}': '{first} und {second}',
  '{first}, or {second}': '{first} oder {second}',
}
