// German translations of this customization's messages.
export const german = {
  "'{question}' takes the number of a RAL colour, such as 5010.":
    '„{question}“ nimmt die Nummer einer RAL-Farbe, zum Beispiel 5010.',
  "'{question}' takes a RAL colour whose number begins with one of {series}.":
    '„{question}“ nimmt eine RAL-Farbe, deren Nummer mit einer von {series} beginnt.',
  Counter: 'Schalter',
  'Use of materials': 'Verwendung der Materialien',
  'Materials that end soon': 'Materialien, die bald auslaufen',
  'Opening hours': 'Öffnungszeiten',
  'Please pay when you fetch your order.': 'Bitte zahlen Sie, wenn Sie Ihre Bestellung abholen.',
} as const
