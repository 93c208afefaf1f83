// German translations of the advisor's messages to shoppers, keyed by the English message.
export const de: Readonly<Record<string, string>> = {
  'The advisor is not available at the moment.': 'Die Beratung ist zurzeit nicht verfügbar.',
  'You are chatting with an AI assistant that runs outside this shop and can make mistakes. E-mail addresses, phone numbers and postal addresses are removed from your messages before they are sent to it. Prices and available options come from the shop itself.':
    'Sie schreiben mit einem KI-Assistenten, der außerhalb dieses Shops läuft und Fehler machen kann. E-Mail-Adressen, Telefonnummern und Anschriften werden vor dem Senden aus Ihren Nachrichten entfernt. Preise und verfügbare Optionen stammen vom Shop selbst.',
  'Conversations are stored for {days} days. You can delete yours at any time.':
    'Gespräche werden {days} Tage gespeichert. Ihres können Sie jederzeit löschen.',
  'Conversations are stored until you delete them.': 'Gespräche werden gespeichert, bis Sie sie löschen.',
  'This is a demo: a script replies, and no data leaves this shop.':
    'Dies ist eine Demo: Ein Skript antwortet, und keine Daten verlassen diesen Shop.',
  'The advisor is still replying. Please wait for the reply, or stop it.':
    'Die Beratung antwortet noch. Bitte warten Sie auf die Antwort, oder stoppen Sie sie.',
  'This conversation is too long. Please start a new one.': 'Dieses Gespräch ist zu lang. Bitte beginnen Sie ein neues.',
  'You are sending messages too quickly. Please wait a minute.': 'Sie senden zu schnell. Bitte warten Sie eine Minute.',
  'You stopped this reply.': 'Sie haben diese Antwort gestoppt.',
  'This reply was stopped because the page was closed.': 'Diese Antwort wurde gestoppt, weil die Seite geschlossen wurde.',
  'The advisor is not available at the moment. Your selections are saved. Please try again later.':
    'Die Beratung ist zurzeit nicht verfügbar. Ihre Auswahl ist gespeichert. Bitte versuchen Sie es später erneut.',
  'This reply was cut off because it became too long.': 'Diese Antwort wurde abgeschnitten, weil sie zu lang wurde.',
  'The advisor has reached its limit. Your selections are saved.':
    'Die Beratung hat ihr Limit erreicht. Ihre Auswahl ist gespeichert.',
  'This conversation has become too long for the advisor. Your selections are saved. Please continue on your own, or talk to our team.':
    'Dieses Gespräch ist für die Beratung zu lang geworden. Ihre Auswahl ist gespeichert. Bitte machen Sie selbst weiter, oder sprechen Sie mit unserem Team.',
  'The advisor has reached its daily limit for your internet connection. Your selections are saved. Please continue on your own, or talk to our team.':
    'Die Beratung hat ihr Tageslimit für Ihren Internetanschluss erreicht. Ihre Auswahl ist gespeichert. Bitte machen Sie selbst weiter, oder sprechen Sie mit unserem Team.',
  'The advisor has reached its daily limit. Your selections are saved. Please continue on your own, or talk to our team.':
    'Die Beratung hat ihr Tageslimit erreicht. Ihre Auswahl ist gespeichert. Bitte machen Sie selbst weiter, oder sprechen Sie mit unserem Team.',
  'The advisor could not finish your request. Your selections are saved. Please rephrase your message.':
    'Die Beratung konnte Ihre Anfrage nicht abschließen. Ihre Auswahl ist gespeichert. Bitte formulieren Sie Ihre Nachricht anders.',
  'Searching products …': 'Durchsucht die Produkte …',
  'Loading product details …': 'Lädt die Produktdetails …',
  'Starting a configuration …': 'Beginnt eine Konfiguration …',
  'Making selections …': 'Wählt Optionen aus …',
  'Checking the reason …': 'Prüft den Grund …',
  'Checking for conflicts …': 'Prüft auf Konflikte …',
  'Checking the price …': 'Prüft den Preis …',
  'Finding the best match …': 'Sucht die beste Lösung …',
  'Contacting our team …': 'Kontaktiert unser Team …',
}
