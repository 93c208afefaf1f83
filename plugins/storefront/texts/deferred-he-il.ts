// Texts that the configurator shows after an entry, in Hebrew.
import type { DeferredTexts } from '../text.js'

const reasons: Readonly<Record<string, string>> = {
  question_stopped: 'השדה אינו רלוונטי עוד',
  answer_stopped: 'האפשרות אינה זמינה עוד',
  started: 'השדה רלוונטי עכשיו',
  catalog_changed: 'המוצר השתנה',
  elsewhere: 'התצורה השתנתה בינתיים',
}

export const deferredTexts: DeferredTexts = {
  expired: 'פג תוקף התצורה שלך. פתחנו תצורה חדשה עם מה שהוזן.',
  unsentRestored: 'שינויים שלא נשמרו שוחזרו.',
  chooseFileAgain: (question) => `נא לבחור שוב את הקובץ עבור „${question}”. לא היה אפשר להעביר אותו.`,
  confirmTitle: 'זה משנה בחירות נוספות',
  confirmYes: 'החלת השינויים',
  confirmNo: 'להשאיר כך',
  changedByUs: 'הותאם עבורך',
  dismiss: 'הסתרה',
  automatic: (question, from, to, reason) => {
    const changeText =
      to === null ? `הבחירה ${from ?? ''} הוסרה`.replace('  ', ' ') : from === null ? `נבחר ${to}` : `במקום ${from} נבחר ${to}`
    return `${question}: ${changeText}, כי ${reasons[reason] ?? reason}.`
  },
  planned: (question, from, to) => {
    if (to === null) return `${question}: ${from === null ? 'הבחירה' : `הבחירה ${from}`} תוסר.`
    return from === null ? `${question}: ייבחר ${to}.` : `${question}: במקום ${from} ייבחר ${to}.`
  },
  exampleStarted: (title) => `הדוגמה „${title}” נטענה. מה שהזנת נשמר.`,
  emptied: 'התצורה אופסה. מה שהזנת נשמר.',
  backToEntries: 'שחזור מה שהזנתי',
  undo: 'ביטול',
  redo: 'ביצוע חוזר',
  startOver: 'להתחיל מחדש',
  share: 'שיתוף',
  shareHint: 'כל מי שיש לו הקישור יכול לצפות בתצורה שלך ולהעתיק אותה.',
  linkCopied: 'הקישור הועתק.',
  linkTooMany: 'אי אפשר לשתף כרגע. נא לנסות שוב מאוחר יותר.',
  sharedView: 'התצורה הזאת שותפה איתך. שינויים ייצרו עותק משלך.',
  tools: 'התצורה שלך',
  askAdvisor: 'לשאול את היועץ',
  advisor: 'יועץ',
  closeAdvisor: 'סגירת היועץ',
  priceParts: 'פירוט המחיר',
  basePart: 'מחיר בסיס',
  sum: 'סך הכול',
  sumOf: (pieces) => `סך הכול עבור ${pieces} יחידות`,
  discount: 'הנחה',
  noPrice: 'עדיין לא חושב',
  taxInIt: (rate, amount) => `כולל מע״מ ${rate}%: ${amount}`,
  taxOnTop: (rate, amount) => `בתוספת מע״מ ${rate}%: ${amount}`,
  compare: 'השוואה',
  comparison: 'השוואה',
  thisOne: 'התצורה הנוכחית',
  beforeLast: 'לפני השינוי האחרון',
  otherOne: 'תצורה אחרת',
  nothingBefore: 'אין עדיין שינויים. אפשר להדביק קישור לתצורה אחרת כדי להשוות אותה לשלך.',
  nothingDiffers: 'אין הבדלים.',
  nothingChosen: 'לא נבחר דבר',
  stillMissing: 'עדיין חסר',
  otherLink: 'קישור לתצורה אחרת של המוצר הזה',
  showComparison: 'הצגת השוואה',
  compareWithPrevious: 'השוואה למצב הקודם שלי',
  print: 'הדפסה',
  closeComparison: 'סגירת ההשוואה',
  notALink: 'זה אינו קישור לתצורה משותפת. נא להעתיק את הקישור המלא.',
  noSuch: 'התצורה הזאת אינה קיימת עוד.',
  otherProduct: 'התצורה הזאת שייכת למוצר אחר.',
}
