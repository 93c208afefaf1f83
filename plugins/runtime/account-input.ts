// Reads what callers send about accounts: registrations, logins, passwords, profiles.
import type { Login, ProfileChange, Registration, TakenAlong } from '#core/commerce/account/define.js'
import type { Fields } from '../http/mount.js'
import { Reader } from './input.js'

const alongFields = ['cart', 'configurations']
const personFields = ['first_name', 'last_name', 'company'] as const
const profileFields = [...personFields, 'vat_id', 'phone'] as const
/** Configurations that a guest takes along at most. */
const mostConfigurations = 50

class AccountReader extends Reader {
  constructor(
    private readonly sent: Fields,
    known: readonly string[],
    what: string,
  ) {
    super(sent, known, what)
  }

  required(field: string, takes: string): string {
    const given = this.sent[field]
    if (given === undefined || given === null || given === '') {
      this.refuse(field, `Field '${field}' is missing; it takes ${takes}.`, 'REQUIRED')
      return ''
    }
    return this.text(field) ?? ''
  }

  /** The fields of the list that were sent, as texts; null empties one. */
  texts<Name extends string>(names: readonly Name[]): { readonly [Key in Name]?: string } {
    const given = names.filter((name) => this.sent[name] !== undefined)
    return Object.fromEntries(given.map((name) => [name, this.text(name) ?? ''])) as { readonly [Key in Name]?: string }
  }

  along(): TakenAlong {
    const cart = this.text('cart')
    const given = this.sent.configurations
    const isList = Array.isArray(given) && given.length <= mostConfigurations && given.every((one) => typeof one === 'string')
    if (given !== undefined && !isList) {
      this.refuse('configurations', `Field 'configurations' takes a list of at most ${mostConfigurations} tokens.`)
    }
    return { ...(cart !== undefined && { cart }), ...(isList && { configurations: given }) }
  }
}

/** The body of POST accounts. */
export function readRegistration(fields: Fields): Registration {
  const known = ['email', 'password', 'language', ...personFields, ...alongFields]
  const reader = new AccountReader(fields, known, 'accounts')
  const email = reader.required('email', 'an e-mail address')
  const password = reader.required('password', 'a text of at least 10 characters')
  const language = reader.text('language')
  const person = reader.texts(personFields)
  const along = reader.along()
  reader.done()
  return { email, password, ...person, ...along, ...(language !== undefined && { language }) }
}

/** The body of POST sessions. */
export function readLogin(fields: Fields): Login {
  const reader = new AccountReader(fields, ['email', 'password', ...alongFields], 'sessions')
  const email = reader.required('email', 'an e-mail address')
  const password = reader.required('password', 'the password')
  const along = reader.along()
  reader.done()
  return { email, password, ...along }
}

/** The body of POST password-resets. */
export function readResetRequest(fields: Fields): string {
  const reader = new AccountReader(fields, ['email'], 'password resets')
  const email = reader.required('email', 'an e-mail address')
  reader.done()
  return email
}

/** The body of POST password-resets/{token}. */
export function readNewPassword(fields: Fields): string {
  const reader = new AccountReader(fields, ['password'], 'a new password')
  const password = reader.required('password', 'a text of at least 10 characters')
  reader.done()
  return password
}

/** The body of PATCH account. */
export function readProfileChange(fields: Fields): ProfileChange {
  const reader = new AccountReader(fields, profileFields, 'an account')
  const change = reader.texts(profileFields)
  reader.done()
  return change
}
