// The mails after a registration: the confirmation link for a new address, or the sign-in links for an existing account.
import type { Mail } from '../../storage/mail-queue.js'

/** The purpose of these mails in the queue. Their details are `RegistrationLinks` as JSON. */
export const registrationPurpose = 'registration'

/** Links with `tokenPlaceholder` for the tokens, which are issued when the mail is sent. */
export interface RegistrationLinks {
  readonly confirm: string
  readonly reset: string
  readonly signIn: string
}

interface MailTexts {
  readonly subject: string
  readonly body: string
}

interface RegistrationMails {
  readonly confirm: MailTexts
  readonly exists: MailTexts
}

const mailTexts: Readonly<Record<string, RegistrationMails>> = {
  en: {
    confirm: {
      subject: 'Confirm your e-mail address for {shop}',
      body: 'Thank you for registering at {shop}.\n\nConfirm your e-mail address and choose a password here:\n{link}\n\nThe link is valid for one day. If you did not create an account, you can ignore this e-mail.\n',
    },
    exists: {
      subject: 'You already have an account at {shop}',
      body: 'Someone tried to create an account at {shop} with your e-mail address, but you already have one.\n\nSign in:\n{link}\n\nForgot your password? Set a new one within an hour:\n{reset}\n\nIf this was not you, you can ignore this e-mail. Your account has not changed.\n',
    },
  },
  de: {
    confirm: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für {shop}',
      body: 'Vielen Dank für Ihre Registrierung bei {shop}.\n\nBestätigen Sie hier Ihre E-Mail-Adresse und wählen Sie ein Passwort:\n{link}\n\nDer Link ist einen Tag gültig. Wenn Sie kein Konto erstellt haben, können Sie diese E-Mail ignorieren.\n',
    },
    exists: {
      subject: 'Sie haben bereits ein Konto bei {shop}',
      body: 'Jemand wollte bei {shop} ein Konto mit Ihrer E-Mail-Adresse erstellen. Sie haben aber bereits eines.\n\nAnmelden:\n{link}\n\nPasswort vergessen? Hier können Sie innerhalb einer Stunde ein neues festlegen:\n{reset}\n\nWenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Ihr Konto wurde nicht geändert.\n',
    },
  },
  he: {
    confirm: {
      subject: 'אישור כתובת הדואר האלקטרוני עבור {shop}',
      body: 'תודה שנרשמתם ב-{shop}.\n\nנא לאשר כאן את כתובת הדואר האלקטרוני ולבחור סיסמה:\n{link}\n\nהקישור בתוקף ליום אחד. אם לא פתחתם חשבון, אפשר להתעלם מההודעה.\n',
    },
    exists: {
      subject: 'כבר יש לכם חשבון ב-{shop}',
      body: 'מישהו ניסה לפתוח חשבון ב-{shop} עם כתובת הדואר האלקטרוני שלכם, אבל כבר יש לכם חשבון.\n\nכניסה:\n{link}\n\nשכחתם את הסיסמה? אפשר לקבוע סיסמה חדשה בתוך שעה:\n{reset}\n\nאם זה לא הייתם אתם, אפשר להתעלם מההודעה. החשבון שלכם לא השתנה.\n',
    },
  },
}

interface RegistrationRecipient {
  readonly to: string
  readonly language: string
  readonly shop: string
}

function fillMail(
  { subject, body }: MailTexts,
  { to, shop }: RegistrationRecipient,
  links: { readonly link: string; readonly reset: string },
): Mail {
  const filled = (text: string): string =>
    text.replace(/\{(shop|link|reset)\}/g, (_, name: string) => ({ shop, ...links })[name as 'link' | 'reset' | 'shop'])
  // A line break in the shop's name would start another header.
  return { to, subject: filled(subject).replace(/[\r\n]+/g, ' '), text: filled(body) }
}

const getMailTexts = (language: string): RegistrationMails => mailTexts[language.split('-')[0]!] ?? mailTexts.en!

export const createConfirmationMail = (recipient: RegistrationRecipient, link: string): Mail =>
  fillMail(getMailTexts(recipient.language).confirm, recipient, { link, reset: '' })

/** @param reset the link to the page for a new password */
export const createAccountExistsMail = (recipient: RegistrationRecipient, link: string, reset: string): Mail =>
  fillMail(getMailTexts(recipient.language).exists, recipient, { link, reset })
