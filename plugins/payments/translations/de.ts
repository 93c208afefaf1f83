// German messages of the payment providers, by English message.
export const de: Readonly<Record<string, string>> = {
  'Please transfer the amount to this account and include the reference.':
    'Bitte überweisen Sie den Betrag auf dieses Konto und geben Sie den Verwendungszweck an.',
  'Account holder': 'Kontoinhaber',
  Bank: 'Bank',
  Amount: 'Betrag',
  Reference: 'Verwendungszweck',
  Due: 'Fällig',
  immediately: 'sofort',
  'Please pay on delivery.': 'Bitte zahlen Sie bei der Lieferung.',
  'You will receive an invoice. Please pay it to the bank account printed on it.':
    'Sie erhalten eine Rechnung. Bitte überweisen Sie den Betrag auf das dort genannte Konto.',
  'Order {number}': 'Bestellung {number}',
  'This is a test. No payment is made.': 'Dies ist ein Test. Es wird keine Zahlung ausgeführt.',
}
