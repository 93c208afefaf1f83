// German messages of the built-in question types, by English message.
export const de: Readonly<Record<string, string>> = {
  "'{question}' must be a whole number, for example 12.": '„{question}“ muss eine ganze Zahl sein, zum Beispiel 12.',
  "'{question}' must be a number, for example 12.5.": '„{question}“ muss eine Zahl sein, zum Beispiel 12,5.',
  "'{question}': '{entry}' can mean {first} or {second}. Please enter one of the two.":
    '„{question}“: „{entry}“ kann {first} oder {second} bedeuten. Bitte geben Sie eines von beiden ein.',
  "'{question}' can have at most {digits} digits.": '„{question}“ darf höchstens {digits} Ziffern haben.',
  "'{question}' must be at least {min}.": '„{question}“ muss mindestens {min} sein.',
  "'{question}' must be at most {max}.": '„{question}“ darf höchstens {max} sein.',
  "'{question}' must be in steps of {step}, starting at {from}.": '„{question}“ muss in Schritten von {step} ab {from} liegen.',
  "'{question}' must be one of: {choices}.": '„{question}“ muss einer dieser Werte sein: {choices}.',
  "'{question}' must be a colour such as #1e90ff.": '„{question}“ muss eine Farbe sein, zum Beispiel #1e90ff.',
  "'{question}' can only have its first answer.": '„{question}“ kann nur die erste Antwort haben.',
  "'{question}' must be a date such as 2026-11-30.": '„{question}“ muss ein Datum sein, zum Beispiel 2026-11-30.',
  "'{question}' must be {first} or later.": '„{question}“ darf nicht vor dem {first} liegen.',
  "'{question}' must be {last} or earlier.": '„{question}“ darf nicht nach dem {last} liegen.',
}
