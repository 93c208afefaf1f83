// What every control of a form is given, and what a form offers its controls.
import { createContext } from 'react'
import type { FormField } from '../../transport/shape.js'

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

export interface FormOffer {
  /** The record that the form shows; null for a new one. */
  readonly record: { readonly entity: string; readonly id: number } | null
  /** False above another form. */
  readonly creates: boolean
  /** Makes a record above the form; its id, or null where none was made. */
  create(entity: string): Promise<number | null>
}

export const FormContext = createContext<FormOffer>({
  record: null,
  creates: false,
  create: () => Promise.resolve(null),
})
