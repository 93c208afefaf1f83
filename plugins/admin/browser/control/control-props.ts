// Properties of every form control, attributes of native fields, and the form context that controls can use.
import { createContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { RecordChoice, FormField } from '../../api/shape.js'

export interface ControlProps {
  readonly id: string
  readonly field: FormField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onBlur?: () => void
  /** The accessible name of controls that no `label` element can reference. */
  readonly label: string
  readonly describedBy?: string
  readonly invalid?: boolean
  readonly required?: boolean
  readonly disabled?: boolean
  /** The language of a translatable text. */
  readonly language?: string
}

export interface FormAccess extends Pick<UseFormReturn<Record<string, unknown>>, 'control' | 'getValues' | 'setValue'> {
  readonly entity: string
  /** The field that references the record's owner. */
  readonly owner: string | null
}

export interface FormContextValue {
  /** The record in the form. null for a new one. */
  readonly record: { readonly entity: string; readonly id: number } | null
  /** The other fields, for controls that read or write them. null outside of a record form. */
  readonly fields: FormAccess | null
  /** False in a form that was opened above another one. */
  readonly creates: boolean
  /** Choices of a reference field, if the screen knows all records: the parts of one product. null to ask the server. */
  nearby?(entity: string): readonly RecordChoice[] | null
  /** Reads the record again after the file of a field was changed. Keeps unsaved input. */
  refresh?(field: string): Promise<void>
  /** Opens a form for a new record. Returns its id, or null if cancelled. */
  create(entity: string): Promise<number | null>
}

export const FormContext = createContext<FormContextValue>({
  record: null,
  fields: null,
  creates: false,
  create: () => Promise.resolve(null),
})

/** The picture types that the shop accepts, for the file dialog of the browser. */
export const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif,image/svg+xml'

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
