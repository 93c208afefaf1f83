// Replaces neutral action names in messages, "the action describe-entity" in each language, by the names of the caller's surface.
import { type Issue, ServiceError, ValidationError } from '../foundation/errors.js'

/** Returns the action's name on a surface; null if the surface does not offer it. */
export type ActionNamer = (action: string) => string | null

/** Kebab-case names of two or more words, so "the action is" does not match. */
const actionPattern = /(?:\b[Tt]he action|\b[Dd](?:ie|er) Aktion|הפעולה) ([a-z]+(?:-[a-z]+)+)/g

/** Replaces all action names. Actions that the surface does not offer keep their neutral name. */
export function replaceActionNames(text: string, spell: ActionNamer): string {
  return text.replace(actionPattern, (neutral, action: string) => spell(action) ?? neutral)
}

/** Replaces action names in the messages of a ServiceError. Other errors are returned unchanged. */
export function replaceActionNamesInError(error: unknown, spell: ActionNamer): unknown {
  if (!(error instanceof ServiceError)) return error
  const message = replaceActionNames(error.message, spell)
  if (error instanceof ValidationError) {
    const issues = error.issues.map((issue): Issue => ({ ...issue, message: replaceActionNames(issue.message, spell) }))
    const { key, values, english } = error
    return Object.assign(new ValidationError(issues, message), key !== undefined && { key, values, english })
  }
  error.message = message
  return error
}
