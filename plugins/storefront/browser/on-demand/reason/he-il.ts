// Texts that explain why something is unavailable, in Hebrew.
import type { WhyTexts } from '../../../text.js'

export const whyTexts: WhyTexts = {
  hiddenAnswers: (count) =>
    count === 1 ? 'אפשרות אחת נוספת אינה מתאימה לבחירה שלך.' : `עוד ${count} אפשרויות אינן מתאימות לבחירה שלך.`,
  showThem: 'הצגה',
  why: 'למה?',
  whyOf: (title) => `למה? ${title}`,
  requiredChanges: 'זה אינו מתאים לבחירה שלך. אם זה ייבחר, ישתנה גם:',
  unknownChanges: 'זה אינו מתאים לבחירה שלך. אם זה ייבחר, יהיה צורך לשנות משהו אחר.',
  whyUnknown: 'החנות אינה זמינה כרגע. נא לנסות שוב.',
  orElse: 'או:',
  takeIt: 'בחירה',
  leaveIt: 'ביטול',
}
