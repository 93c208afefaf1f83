// Hebrew messages of the built-in question types, by English message.
export const he: Readonly<Record<string, string>> = {
  "'{question}' takes a whole number, for example 12.": '„{question}” מקבלת מספר שלם, למשל 12.',
  "'{question}' takes a number, for example 12.5.": '„{question}” מקבלת מספר, למשל 12.5.',
  "'{question}': '{entry}' can mean {first} or {second}. Please enter one of the two.":
    '„{question}”: „{entry}” יכול להיות {first} או {second}. נא להזין אחד מהשניים.',
  "'{question}' takes a number of at most {digits} digits.": '„{question}” מקבלת מספר של {digits} ספרות לכל היותר.',
  "'{question}' must be at least {min}.": '„{question}” צריכה להיות לפחות {min}.',
  "'{question}' must be at most {max}.": '„{question}” צריכה להיות לכל היותר {max}.',
  "'{question}' moves in steps of {step} from {from}.": '„{question}” מתקדמת בקפיצות של {step} החל מ־{from}.',
  "'{question}' takes one of: {choices}.": '„{question}” מקבלת אחד מאלה: {choices}.',
  "'{question}' takes a colour such as #1e90ff.": '„{question}” מקבלת צבע כמו #1e90ff.',
  "'{question}' takes only its first answer.": '„{question}” מקבלת רק את התשובה הראשונה שלה.',
  "'{question}' takes a date such as 2026-11-30.": '„{question}” מקבלת תאריך כמו 2026-11-30.',
  "'{question}' takes {first} or a later date.": '„{question}” מקבלת את {first} או תאריך מאוחר ממנו.',
  "'{question}' takes {last} or an earlier date.": '„{question}” מקבלת את {last} או תאריך מוקדם ממנו.',
}
