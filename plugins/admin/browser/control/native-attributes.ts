// Shared attributes of native form fields.
import type { ControlProps } from './control-props.js'

/** Attributes of every native form field. */
export function toNativeAttributes({ id, onBlur, describedBy, invalid, required, disabled, language }: ControlProps) {
  return {
    id,
    onBlur,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': required || undefined,
    disabled,
    lang: language,
    // A Hebrew text reads from the right, even in an English form.
    dir: language === undefined ? undefined : ('auto' as const),
  }
}
