// What every field of the browser's own is given.
import type { ControlProps } from './define.js'

/** Attributes that every native field has. */
export function native({ id, onBlur, describedBy, invalid, required, disabled, language }: ControlProps) {
  return {
    id,
    onBlur,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
    disabled,
    lang: language,
    // A Hebrew text reads from the right in an English form.
    dir: language === undefined ? undefined : ('auto' as const),
  }
}
