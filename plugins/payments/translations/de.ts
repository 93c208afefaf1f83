// German messages of the payment providers, by English message.
export const de: Readonly<Record<string, string>> = {
  'Please transfer the amount to this account and include the reference.':
    'Bitte überweisen Sie den Betrag auf dieses Konto und geben Sie den Verwendungszweck an.',
  'Account holder': 'Kontoinhaber',
  Bank: 'Bank',
  Amount: 'Betrag',
  Reference: 'Verwendungszweck',
  Due: 'Fällig',
  'at once': 'sofort',
  'Please pay when the goods are delivered.': 'Bitte zahlen Sie, wenn die Ware geliefert wird.',
  'You will receive an invoice. Please pay it to the bank account printed on it.':
    'Sie erhalten eine Rechnung. Bitte überweisen Sie den Betrag auf das dort genannte Konto.',
  'Order {number}': 'Bestellung {number}',
  'This is a test: no money moves.': 'Dies ist ein Test: Es fließt kein Geld.',
}
