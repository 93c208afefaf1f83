// Hebrew messages of the built-in question types, by English message.
export const he: Readonly<Record<string, string>> = {
  "'{question}' must be a whole number, for example 12.": '„{question}” חייב להיות מספר שלם, למשל 12.',
  "'{question}' must be a number, for example 12.5.": '„{question}” חייב להיות מספר, למשל 12.5.',
  "'{question}': '{entry}' can mean {first} or {second}. Please enter one of the two.":
    '„{question}”: „{entry}” יכול להיות {first} או {second}. נא להזין אחד מהשניים.',
  "'{question}' can have at most {digits} digits.": '„{question}”: {digits} ספרות לכל היותר.',
  "'{question}' must be at least {min}.": '„{question}” חייב להיות לפחות {min}.',
  "'{question}' must be at most {max}.": '„{question}” יכול להיות לכל היותר {max}.',
  "'{question}' must be in steps of {step}, starting at {from}.": '„{question}” חייב להיות בקפיצות של {step} החל מ־{from}.',
  "'{question}' must be one of: {choices}.": '„{question}” חייב להיות אחד מאלה: {choices}.',
  "'{question}' must be a colour such as #1e90ff.": '„{question}” חייב להיות צבע, למשל #1e90ff.',
  "'{question}' can only have its first answer.": '„{question}” יכול לקבל רק את התשובה הראשונה.',
  "'{question}' must be a date such as 2026-11-30.": '„{question}” חייב להיות תאריך, למשל 2026-11-30.',
  "'{question}' must be {first} or later.": '„{question}” חייב להיות {first} או מאוחר יותר.',
  "'{question}' must be {last} or earlier.": '„{question}” חייב להיות {last} או מוקדם יותר.',
}
