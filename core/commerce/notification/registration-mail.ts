// The mails after a registration: the confirmation link for a new address, or the sign-in links for an existing account.
import type { Mail } from '../../storage/mail-queue.js'

/** The purpose of these mails in the queue. Their details are `RegistrationLinks` as JSON. */
export const registrationPurpose = 'registration'

/** Links with `tokenPlace` for the tokens, which are issued when the mail is sent. */
export interface RegistrationLinks {
  readonly confirm: string
  readonly reset: string
  readonly signIn: string
}

interface Texts {
  readonly subject: string
  readonly body: string
}

interface Mails {
  readonly confirm: Texts
  readonly exists: Texts
}

const texts: Readonly<Record<string, Mails>> = {
  en: {
    confirm: {
      subject: 'Confirm your e-mail address for {shop}',
      body: 'Thank you for creating an account at {shop}.\n\nPlease confirm your e-mail address with this link:\n{link}\n\nThe link is valid for one day. If you did not create an account, you can ignore this e-mail.\n',
    },
    exists: {
      subject: 'You already have an account at {shop}',
      body: 'Someone tried to create an account at {shop} with your e-mail address, but you already have one.\n\nSign in:\n{link}\n\nForgot your password? Set a new one within an hour:\n{reset}\n\nIf this was not you, you can ignore this e-mail. Your account has not changed.\n',
    },
  },
  de: {
    confirm: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für {shop}',
      body: 'Vielen Dank, dass Sie ein Konto bei {shop} erstellt haben.\n\nBitte bestätigen Sie Ihre E-Mail-Adresse über diesen Link:\n{link}\n\nDer Link ist einen Tag gültig. Wenn Sie kein Konto erstellt haben, können Sie diese E-Mail ignorieren.\n',
    },
    exists: {
      subject: 'Sie haben bereits ein Konto bei {shop}',
      body: 'Jemand wollte bei {shop} ein Konto mit Ihrer E-Mail-Adresse erstellen. Sie haben aber bereits eines.\n\nAnmelden:\n{link}\n\nPasswort vergessen? Hier können Sie innerhalb einer Stunde ein neues festlegen:\n{reset}\n\nWenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Ihr Konto wurde nicht geändert.\n',
    },
  },
  he: {
    confirm: {
      subject: 'אישור כתובת הדואר האלקטרוני עבור {shop}',
      body: 'תודה שפתחתם חשבון ב-{shop}.\n\nנא לאשר את כתובת הדואר האלקטרוני בקישור הזה:\n{link}\n\nהקישור בתוקף ליום אחד. אם לא פתחתם חשבון, אפשר להתעלם מההודעה.\n',
    },
    exists: {
      subject: 'כבר יש לכם חשבון ב-{shop}',
      body: 'מישהו ניסה לפתוח חשבון ב-{shop} עם כתובת הדואר האלקטרוני שלכם, אבל כבר יש לכם חשבון.\n\nכניסה:\n{link}\n\nשכחתם את הסיסמה? אפשר לקבוע סיסמה חדשה בתוך שעה:\n{reset}\n\nאם זה לא הייתם אתם, אפשר להתעלם מההודעה. החשבון שלכם לא השתנה.\n',
    },
  },
}

interface Recipient {
  readonly to: string
  readonly language: string
  readonly shop: string
}

function fill({ subject, body }: Texts, { to, shop }: Recipient, links: { readonly link: string; readonly reset: string }): Mail {
  const filled = (text: string): string =>
    text.replace(/\{(shop|link|reset)\}/g, (_, name: string) => ({ shop, ...links })[name as 'link' | 'reset' | 'shop'])
  // A line break in the shop's name would start another header.
  return { to, subject: filled(subject).replace(/[\r\n]+/g, ' '), text: filled(body) }
}

const mailsIn = (language: string): Mails => texts[language.split('-')[0]!] ?? texts.en!

export const confirmationMail = (recipient: Recipient, link: string): Mail =>
  fill(mailsIn(recipient.language).confirm, recipient, { link, reset: '' })

/** @param reset the link to the page for a new password */
export const accountExistsMail = (recipient: Recipient, link: string, reset: string): Mail =>
  fill(mailsIn(recipient.language).exists, recipient, { link, reset })
