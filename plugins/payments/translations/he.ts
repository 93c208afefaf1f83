// Hebrew messages of the payment providers, by English message.
export const he: Readonly<Record<string, string>> = {
  'Please transfer the amount to this account and include the reference.': 'נא להעביר את הסכום לחשבון הזה ולציין את האסמכתה.',
  'Account holder': 'בעל החשבון',
  Bank: 'בנק',
  Amount: 'סכום',
  Reference: 'אסמכתה',
  Due: 'לתשלום עד',
  immediately: 'מיידי',
  'Please pay on delivery.': 'נא לשלם במסירה.',
  'You will receive an invoice. Please pay it to the bank account printed on it.':
    'תישלח אליך חשבונית. נא לשלם אותה לחשבון הרשום בה.',
  'Order {number}': 'הזמנה {number}',
  'This is a test. No payment is made.': 'זהו ניסיון. לא מתבצע תשלום.',
}
