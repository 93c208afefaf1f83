// What every control of a form is given, and what a form offers its controls.
import { createContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Choice, FormField } from '../../transport/shape.js'

export interface ControlProps {
  readonly id: string
  readonly field: FormField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onBlur?: () => void
  /** The name for controls that no `label` element can name. */
  readonly label: string
  readonly describedBy?: string
  readonly invalid?: boolean
  readonly required?: boolean
  readonly disabled?: boolean
  /** The language of a translatable text. */
  readonly language?: string
}

export interface FormFields extends Pick<UseFormReturn<Record<string, unknown>>, 'control' | 'getValues' | 'setValue'> {
  readonly entity: string
  /** The field that says to whom the record belongs. */
  readonly owner: string | null
}

export interface FormOffer {
  /** The record that the form shows; null for a new one. */
  readonly record: { readonly entity: string; readonly id: number } | null
  /** The form's other fields, for controls that depend on them or write them too; null where there is no form of a record. */
  readonly fields: FormFields | null
  /** False above another form. */
  readonly creates: boolean
  /** What a reference to the entity may name, where the screen knows all of it: the parts of one product. Null: the server is asked. */
  nearby?(entity: string): readonly Choice[] | null
  /** Reads the record again after the file of a field was changed, with what is typed kept. */
  refresh?(field: string): Promise<void>
  /** Makes a record above the form; its id, or null where none was made. */
  create(entity: string): Promise<number | null>
}

export const FormContext = createContext<FormOffer>({
  record: null,
  fields: null,
  creates: false,
  create: () => Promise.resolve(null),
})
