// German messages of the built-in question types, by English message.
export const de: Readonly<Record<string, string>> = {
  "'{question}' takes a whole number, for example 12.": '„{question}“ nimmt eine ganze Zahl, zum Beispiel 12.',
  "'{question}' takes a number, for example 12.5.": '„{question}“ nimmt eine Zahl, zum Beispiel 12,5.',
  "'{question}': '{entry}' can mean {first} or {second}. Please enter one of the two.":
    '„{question}“: „{entry}“ kann {first} oder {second} bedeuten. Bitte geben Sie eines von beiden ein.',
  "'{question}' takes a number of at most {digits} digits.": '„{question}“ nimmt eine Zahl mit höchstens {digits} Ziffern.',
  "'{question}' must be at least {min}.": '„{question}“ muss mindestens {min} sein.',
  "'{question}' must be at most {max}.": '„{question}“ darf höchstens {max} sein.',
  "'{question}' moves in steps of {step} from {from}.": '„{question}“ geht in Schritten von {step} ab {from}.',
  "'{question}' takes one of: {choices}.": '„{question}“ nimmt eines von: {choices}.',
  "'{question}' takes a colour such as #1e90ff.": '„{question}“ nimmt eine Farbe wie #1e90ff.',
  "'{question}' takes only its first answer.": '„{question}“ nimmt nur die erste Antwort.',
  "'{question}' takes a date such as 2026-11-30.": '„{question}“ nimmt ein Datum wie 2026-11-30.',
  "'{question}' takes {first} or a later date.": '„{question}“ nimmt den {first} oder ein späteres Datum.',
  "'{question}' takes {last} or an earlier date.": '„{question}“ nimmt den {last} oder ein früheres Datum.',
}
