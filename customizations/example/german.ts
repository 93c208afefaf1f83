// German translations of this customization's messages.
export const german = {
  "'{question}' must be the number of a RAL colour, such as 5010.":
    '„{question}“ muss die Nummer einer RAL-Farbe sein, zum Beispiel 5010.',
  "'{question}' must be a RAL colour whose number begins with one of {series}.":
    '„{question}“ muss eine RAL-Farbe sein, deren Nummer mit {series} beginnt.',
  Counter: 'Schalter',
  'Use of materials': 'Verwendung der Materialien',
  'Materials that end soon': 'Materialien, die bald auslaufen',
  'Opening hours': 'Öffnungszeiten',
  'Please pay when you collect your order.': 'Bitte zahlen Sie, wenn Sie Ihre Bestellung abholen.',
} as const
