// The mail with the link to set a new password, in the account's language.
import type { Mail } from '../../storage/mail-queue.js'

/** The purpose of this mail in the queue. Its details are the link with `tokenPlaceholder` for the token. */
export const resetPurpose = 'password-reset'
export const tokenPlaceholder = '-token-'

interface MailTexts {
  readonly subject: string
  readonly body: string
}

const mailTexts: Readonly<Record<string, MailTexts>> = {
  en: {
    subject: 'Reset your password for {shop}',
    body: 'We received a request to reset your password at {shop}.\n\nSet a new password within an hour:\n{link}\n\nIf you did not request this, you can ignore this e-mail. Your password has not changed.\n',
  },
  de: {
    subject: 'Passwort für {shop} zurücksetzen',
    body: 'Wir haben eine Anfrage erhalten, Ihr Passwort bei {shop} zurückzusetzen.\n\nLegen Sie innerhalb einer Stunde ein neues Passwort fest:\n{link}\n\nWenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort wurde nicht geändert.\n',
  },
  he: {
    subject: 'איפוס הסיסמה ב-{shop}',
    body: 'קיבלנו בקשה לאפס את הסיסמה שלכם ב-{shop}.\n\nקביעת סיסמה חדשה בתוך שעה:\n{link}\n\nאם לא ביקשתם זאת, אפשר להתעלם מההודעה. הסיסמה שלכם לא השתנתה.\n',
  },
}

export function createResetMail(to: string, language: string, shop: string, link: string): Mail {
  const { subject, body } = mailTexts[language.split('-')[0]!] ?? mailTexts.en!
  const fill = (text: string): string => text.replaceAll('{shop}', () => shop).replaceAll('{link}', () => link)
  // A line break in the shop's name would start another header.
  return { to, subject: fill(subject).replace(/[\r\n]+/g, ' '), text: fill(body) }
}
