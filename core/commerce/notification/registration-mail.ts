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
      subject: '{shop}: please confirm your e-mail address',
      body: 'Somebody, most likely you, created an account at {shop} with this e-mail address.\n\nConfirm it and choose your password here within a day:\n{link}\n\nIf it was not you, ignore this mail: without the link there is no account.\n',
    },
    exists: {
      subject: '{shop}: you have an account already',
      body: 'Somebody, most likely you, wanted to create an account at {shop} with this e-mail address. There is one already.\n\nSign in here:\n{link}\n\nSet a new password here within an hour:\n{reset}\n\nIf it was not you, there is nothing to do: your account stays as it is.\n',
    },
  },
  de: {
    confirm: {
      subject: '{shop}: Bitte bestätigen Sie Ihre E-Mail-Adresse',
      body: 'Jemand, vermutlich Sie selbst, hat bei {shop} mit dieser E-Mail-Adresse ein Konto angelegt.\n\nBestätigen Sie es hier innerhalb eines Tages und legen Sie Ihr Passwort fest:\n{link}\n\nWaren Sie es nicht, lassen Sie diese Mail unbeachtet: Ohne den Link entsteht kein Konto.\n',
    },
    exists: {
      subject: '{shop}: Sie haben schon ein Konto',
      body: 'Jemand, vermutlich Sie selbst, wollte bei {shop} mit dieser E-Mail-Adresse ein Konto anlegen. Es gibt schon eines.\n\nMelden Sie sich hier an:\n{link}\n\nLegen Sie hier innerhalb einer Stunde ein neues Passwort fest:\n{reset}\n\nWaren Sie es nicht, ist nichts zu tun: Ihr Konto bleibt, wie es ist.\n',
    },
  },
  he: {
    confirm: {
      subject: '{shop}: נא לאשר את כתובת הדואר האלקטרוני',
      body: 'מישהו, כנראה אתם, פתח חשבון ב-{shop} עם כתובת הדואר הזאת.\n\nאפשר לאשר אותה ולקבוע סיסמה כאן בתוך יום:\n{link}\n\nאם זה לא הייתם אתם, אפשר להתעלם מההודעה: בלי הקישור לא נפתח חשבון.\n',
    },
    exists: {
      subject: '{shop}: כבר יש לכם חשבון',
      body: 'מישהו, כנראה אתם, ביקש לפתוח חשבון ב-{shop} עם כתובת הדואר הזאת. כבר קיים חשבון כזה.\n\nהכניסה לחשבון:\n{link}\n\nאפשר לקבוע כאן סיסמה חדשה בתוך שעה:\n{reset}\n\nאם זה לא הייתם אתם, אין צורך לעשות דבר: החשבון נשאר כפי שהוא.\n',
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
