// Texts of core name an action neutrally, "the action describe-entity"; each surface spells the name as its callers use it.
import { type Issue, ServiceError, ValidationError } from '../ground/errors.js'

/** The name that callers of a surface use; null where the surface does not offer the action. */
export type SpellAction = (action: string) => string | null

/** Kebab-case names of two words or more, so that "the action is" is no name. */
const named = /\b[Tt]he action ([a-z]+(?:-[a-z]+)+)/g

/** The text with every action as the surface spells it; one that it does not offer keeps its neutral name. */
export function spellActions(text: string, spell: SpellAction): string {
  return text.replace(named, (neutral, action: string) => spell(action) ?? neutral)
}

/** The error with its sentences spelled; what is no refusal comes back as it is. */
export function spellRefusal(error: unknown, spell: SpellAction): unknown {
  if (!(error instanceof ServiceError)) return error
  const message = spellActions(error.message, spell)
  if (error instanceof ValidationError) {
    const issues = error.issues.map((issue): Issue => ({ ...issue, message: spellActions(issue.message, spell) }))
    return new ValidationError(issues, message)
  }
  error.message = message
  return error
}
