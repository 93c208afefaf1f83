// German translations of core's messages to shoppers, keyed by the English message.
export const de: Readonly<Record<string, string>> = {
  'This product has no question {question}.': 'Dieses Produkt hat keine Frage {question}.',
  "'{question}' is not available with your current selection.": '„{question}“ ist mit Ihrer aktuellen Auswahl nicht verfügbar.',
  "'{question}' can have at most {longest} characters.": '„{question}“ darf höchstens {longest} Zeichen haben.',
  "'{question}' has no answer {answer}.": '„{question}“ hat keine Antwort {answer}.',
  "'{answer}' is not available with your current selection.": '„{answer}“ ist mit Ihrer aktuellen Auswahl nicht verfügbar.',
  "'{answer}' is not available at the moment.": '„{answer}“ ist zurzeit nicht verfügbar.',
  "This changes your selection for '{question}'. Continue?": 'Das ändert Ihre Auswahl für „{question}“. Fortfahren?',
  'This is not available at the moment.': 'Das ist zurzeit nicht verfügbar.',
  'There is nothing to undo.': 'Es gibt nichts rückgängig zu machen.',
  'There is nothing to redo.': 'Es gibt nichts zu wiederholen.',
  'This configuration was ordered and can no longer be changed.':
    'Diese Konfiguration wurde bestellt und kann nicht mehr geändert werden.',
  'This configuration cannot be ordered. Please reload the product page.':
    'Diese Konfiguration kann nicht bestellt werden. Bitte laden Sie die Produktseite neu.',
  'A quote was requested for this configuration, so it can no longer be changed.':
    'Für diese Konfiguration wurde ein Angebot angefordert. Sie kann nicht mehr geändert werden.',
  'This shared configuration is read-only. Duplicate it to make changes.':
    'Diese geteilte Konfiguration ist schreibgeschützt. Duplizieren Sie sie, um Änderungen vorzunehmen.',
  'You cannot place orders here. Please contact us, or request a quote.':
    'Sie können hier nicht bestellen. Bitte kontaktieren Sie uns, oder fordern Sie ein Angebot an.',
  'You can have only one cart here, and you cannot save configurations.':
    'Sie können hier nur einen Warenkorb haben und keine Konfigurationen speichern.',
  'This quote is not ready yet. You can accept it once we have sent it.':
    'Dieses Angebot liegt noch nicht vor. Sie können es annehmen, sobald wir es gesendet haben.',
  'This quote was declined. Please request a new one.': 'Dieses Angebot wurde abgelehnt. Bitte fordern Sie ein neues an.',
  'This quote has expired. Please request a new one.': 'Dieses Angebot ist abgelaufen. Bitte fordern Sie ein neues an.',
  'The items in this quote were already ordered with another quote.':
    'Die Artikel dieses Angebots wurden bereits mit einem anderen Angebot bestellt.',
  'The addresses of this quote cannot be changed because its price depends on them. Please request a new quote.':
    'Die Adressen dieses Angebots können nicht geändert werden, weil sein Preis davon abhängt. Bitte fordern Sie ein neues Angebot an.',
  'Different taxes apply to this shipping address than to the one in the quote. Please request a new quote.':
    'Für diese Lieferadresse gelten andere Steuern als für die im Angebot. Bitte fordern Sie ein neues Angebot an.',
  'You cannot request quotes here.': 'Sie können hier keine Angebote anfordern.',
  'Choose your country to see the shipping costs.': 'Wählen Sie Ihr Land, um die Versandkosten zu sehen.',
  'We do not ship orders of this weight to {country}.': 'Bestellungen mit diesem Gewicht liefern wir nicht nach {country}.',
  '{currency} is no longer available. Please choose another currency.':
    '{currency} ist nicht mehr verfügbar. Bitte wählen Sie eine andere Währung.',
  'This quantity is too large. Please order fewer pieces.': 'Diese Menge ist zu groß. Bitte bestellen Sie weniger Stück.',
  "'{title}' is no longer available.": '„{title}“ ist nicht mehr verfügbar.',
  'A quantity of {quantity} is no longer possible. You can order {min} to {max} pieces, in steps of {step}.':
    'Die Menge {quantity} ist nicht mehr möglich. Sie können {min} bis {max} Stück bestellen, in Schritten von {step}.',
  'One of your selections is no longer part of this product.': 'Eine Ihrer Angaben gehört nicht mehr zu diesem Produkt.',
  "Your selection for '{question}' is no longer available.": 'Ihre Auswahl für „{question}“ ist nicht mehr verfügbar.',
  "Your selection for '{question}' is now '{text}'.": 'Ihre Auswahl für „{question}“ ist jetzt „{text}“.',
  'The unit price has changed from {from} to {to}.': 'Der Stückpreis hat sich von {from} auf {to} geändert.',
  'The recurring unit price has changed from {from} to {to}.':
    'Der wiederkehrende Stückpreis hat sich von {from} auf {to} geändert.',
  'Your cart is empty.': 'Ihr Warenkorb ist leer.',
  'Prices are available on request only. Please request a quote.':
    'Preise nennen wir nur auf Anfrage. Bitte fordern Sie ein Angebot an.',
  'The order total cannot be negative.': 'Der Gesamtbetrag darf nicht negativ sein.',
  'Please enter your e-mail address.': 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
  'Please enter your address.': 'Bitte geben Sie Ihre Adresse ein.',
  'Please enter a name or a company.': 'Bitte geben Sie einen Namen oder eine Firma ein.',
  'Please enter the street.': 'Bitte geben Sie die Straße ein.',
  'Please enter the postal code.': 'Bitte geben Sie die Postleitzahl ein.',
  'Please enter the city.': 'Bitte geben Sie den Ort ein.',
  'Please choose the country.': 'Bitte wählen Sie das Land.',
  'Please choose the state.': 'Bitte wählen Sie das Bundesland.',
  'Please remove web addresses and line breaks.': 'Bitte entfernen Sie Webadressen und Zeilenumbrüche.',
  'We do not sell to {country}.': 'Wir verkaufen nicht nach {country}.',
  'Please enter the shipping address first.': 'Bitte geben Sie zuerst die Lieferadresse ein.',
  'This shipping method is no longer available. Please choose another one.':
    'Diese Versandart ist nicht mehr verfügbar. Bitte wählen Sie eine andere.',
  'No payment method is available for this order. Please contact us.':
    'Für diese Bestellung ist keine Zahlungsart verfügbar. Bitte kontaktieren Sie uns.',
  'This payment method is no longer available. Please choose another one.':
    'Diese Zahlungsart ist nicht mehr verfügbar. Bitte wählen Sie eine andere.',
  'Please choose a payment method.': 'Bitte wählen Sie eine Zahlungsart.',
  'Please agree to the terms and conditions.': 'Bitte stimmen Sie den AGB zu.',
  "With your other selections, '{question}' can only be {values}.":
    'Mit Ihrer übrigen Auswahl ist für „{question}“ nur {values} möglich.',
  "With your other selections, '{question}' cannot be {values}.":
    'Mit Ihrer übrigen Auswahl ist für „{question}“ alles außer {values} möglich.',
  "With your other selections, nothing is possible for '{question}'.":
    'Mit Ihrer übrigen Auswahl ist für „{question}“ nichts möglich.',
  '{from} to {to}': '{from} bis {to}',
  'There is no price for this combination.': 'Für diese Kombination gibt es keinen Preis.',
  'The values shown here were corrected. The current values apply.':
    'Die Werte wurden korrigiert. Es gelten die jetzt angezeigten.',
  "Please complete '{question}'.": 'Bitte füllen Sie „{question}“ aus.',
  "'{question}' must be the id of an uploaded file.": '„{question}“ muss die ID einer hochgeladenen Datei sein.',
  'Question {question} of this product does not accept files.': 'Die Frage {question} dieses Produkts nimmt keine Dateien an.',
  "'{name}' has an unsupported file type. Allowed: {extensions}.":
    '„{name}“ hat keinen erlaubten Dateityp. Erlaubt: {extensions}.',
  "The file '{name}' is empty.": 'Die Datei „{name}“ ist leer.',
  "'{name}' is larger than {megabytes} MB.": '„{name}“ ist größer als {megabytes} MB.',
  "The content of '{name}' ({type}) is not an allowed file type or does not match the file name.":
    'Der Inhalt von „{name}“ ({type}) ist kein erlaubter Dateityp oder passt nicht zum Dateinamen.',
  "'{question}' has a single value: nothing can be added or removed.":
    '„{question}“ hat nur einen Wert: Es kann nichts hinzugefügt oder entfernt werden.',
  "'{question}' must be the id of one of its answers.": '„{question}“ muss die ID einer der Antworten sein.',
  "'{name}' is not available because {facts}.": '„{name}“ ist nicht verfügbar, denn {facts}.',
  "'{name}' is not available with any selection.": '„{name}“ ist bei keiner Auswahl verfügbar.',
  "'{name}' is not available because its rule cannot be read.":
    '„{name}“ ist nicht verfügbar, denn die zugehörige Regel ist nicht lesbar.',
  "nothing is selected for '{question}'": 'für „{question}“ ist nichts ausgewählt',
  "'{question}' is '{text}'": '„{question}“ ist „{text}“',
  'It is available with {ways}.': 'Verfügbar mit {ways}.',
  "nothing selected for '{question}'": 'keiner Auswahl für „{question}“',
  "'{text}' for '{question}'": '„{text}“ für „{question}“',
  '{first} and {second}': '{first} und {second}',
  '{first}, or {second}': '{first} oder {second}',
}
