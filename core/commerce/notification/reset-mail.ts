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
    subject: '{shop}: a new password',
    body: 'Somebody, most likely you, asked for a new password at {shop}.\n\nChoose it here within an hour:\n{link}\n\nIf it was not you, there is nothing to do: your password stays as it is.\n',
  },
  de: {
    subject: '{shop}: ein neues Passwort',
    body: 'Jemand, vermutlich Sie selbst, möchte bei {shop} ein neues Passwort festlegen.\n\nWählen Sie es hier innerhalb einer Stunde:\n{link}\n\nWaren Sie es nicht, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.\n',
  },
  he: {
    subject: '{shop}: סיסמה חדשה',
    body: 'מישהו, כנראה אתם, ביקש סיסמה חדשה ל-{shop}.\n\nאפשר לבחור אותה כאן בתוך שעה:\n{link}\n\nאם לא ביקשתם, אין צורך לעשות דבר: הסיסמה שלכם נשארת כפי שהיא.\n',
  },
}

export function createResetMail(to: string, language: string, shop: string, link: string): Mail {
  const { subject, body } = mailTexts[language.split('-')[0]!] ?? mailTexts.en!
  const fill = (text: string): string => text.replaceAll('{shop}', () => shop).replaceAll('{link}', () => link)
  // A line break in the shop's name would start another header.
  return { to, subject: fill(subject).replace(/[\r\n]+/g, ' '), text: fill(body) }
}
