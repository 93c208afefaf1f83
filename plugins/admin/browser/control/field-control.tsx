// Selects the form control for a field. Custom property kinds without a control are edited as JSON.
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { type ComponentType, type ReactNode, Suspense, useContext, useState } from 'react'
import type { FormField } from '../../api/shape.js'
import { Icon } from '../base/icon.js'
import { entityShapeQuery } from '../base/queries.js'
import { Link } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'
import { t } from '../wording/text.js'
import { FacetsControl, MultipleChoiceControl, RadioControl, SelectControl, SwitchControl } from './choice-controls.js'
import { type ControlProps, FormContext } from './control-props.js'
import { FileControl, FocalPointControl } from './file-control.js'
import { JsonControl, DateTimeControl, NumberControl, SecretControl, TextControl } from './text-controls.js'
import { PairsControl, ProviderParamsControl } from './pairs-control.js'
import { RecordPicker } from './record-picker.js'
import { lazyPart } from '../base/lazy-part.js'

const RuleEditor = lazyPart(async () => (await import('../editor/rule/rule-editor.js')).RuleEditor)
const MatrixEditor = lazyPart(async () => (await import('../editor/matrix/matrix-editor.js')).MatrixEditor)
const VariantEditor = lazyPart(async () => (await import('../editor/matrix/variant-editor.js')).VariantEditor)
const FormulaEditor = lazyPart(async () => (await import('../editor/formula-editor.js')).FormulaEditor)
const CodeEditor = lazyPart(async () => (await import('../editor/formula-editor.js')).CodeEditor)
const SelectionsEditor = lazyPart(async () => (await import('../editor/selections-editor.js')).SelectionsEditor)
const TemplateControl = lazyPart(async () => (await import('../notification/notification-parts.js')).TemplateControl)

/** Conditions of customizations can have arguments of any kind. */
function RuleControl(props: ControlProps): ReactNode {
  return <RuleEditor {...props} argument={FieldControl} />
}

/** Form control for a reference: search, open, or create a record. */
function ReferenceControl(props: ControlProps): ReactNode {
  const { id, field, value, onChange } = props
  const { creates, create } = useContext(FormContext)
  // The right to create records is loaded when the field gets the focus.
  const [near, setNear] = useState(false)
  const entity = String(field.hints['entity'] ?? field.control)
  const recordId = typeof value === 'number' ? value : null
  const { data: shape } = useQuery({ ...entityShapeQuery(entity), enabled: near && creates })
  const make = async (): Promise<void> => {
    const newId = await create(entity)
    if (newId !== null) onChange(newId)
    document.getElementById(id)?.focus()
  }
  return (
    <div className="with-button" onFocus={() => setNear(true)}>
      <RecordPicker
        id={id}
        entity={entity}
        value={recordId}
        onChange={onChange}
        onBlur={props.onBlur}
        describedBy={props.describedBy}
        invalid={props.invalid}
        required={props.required}
        disabled={props.disabled}
        onNew={creates && shape?.may.create ? () => void make() : undefined}
      />
      {recordId !== null && (
        <Link to={toRecordPath(entity, recordId)} className="button icon-only" label={t('openReferred', { field: props.label })}>
          <Icon name="link" size={16} />
        </Link>
      )}
    </div>
  )
}

/** The settings of a provider can be of any kind. */
function ProviderSettingsControl(props: ControlProps): ReactNode {
  return <ProviderParamsControl {...props} control={FieldControl} />
}

/** A text of a notification, with the placeholders of its status. */
function NotificationTextControl(props: ControlProps): ReactNode {
  const { fields } = useContext(FormContext)
  const status: unknown = useWatch({ ...(fields && { control: fields.control }), name: 'status' })
  return (
    <TemplateControl {...props} status={status}>
      <TextControl {...props} />
    </TemplateControl>
  )
}

const controls: Readonly<Record<string, ComponentType<ControlProps>>> = {
  text: TextControl,
  code: CodeEditor,
  password: SecretControl,
  number: NumberControl,
  ordering: NumberControl,
  datetime: DateTimeControl,
  switch: SwitchControl,
  select: SelectControl,
  radio: RadioControl,
  multiselect: MultipleChoiceControl,
  record: ReferenceControl,
  calculation: ReferenceControl,
  'group-prices': PairsControl,
  'group-calculations': PairsControl,
  selections: SelectionsEditor,
  image: FileControl,
  file: FileControl,
  focus: FocalPointControl,
  rule: RuleControl,
  cells: MatrixEditor,
  terms: FormulaEditor,
  variants: VariantEditor,
  facets: FacetsControl,
  template: NotificationTextControl,
  json: JsonControl,
  'provider-params': ProviderSettingsControl,
}

/** The control's name: by the editor of the content, otherwise by the property kind. */
export const getControlName = ({ control, hints }: FormField): string =>
  typeof hints['editor'] === 'string' ? hints['editor'] : control

/** Controls next to their label instead of below it. */
export const isInlineControl = (control: string): boolean => control === 'switch'

/** Controls that a `label` element can reference. */
export const isLabelableControl = (control: string): boolean =>
  ![
    'switch',
    'radio',
    'multiselect',
    'group-prices',
    'group-calculations',
    'selections',
    'image',
    'file',
    'focus',
    'rule',
    'cells',
    'variants',
    'provider-params',
    'facets',
  ].includes(control)

const PluginControl = lazyPart(async () => (await import('../plugin-part/plugin-part.js')).PluginControl)

export function FieldControl(props: ControlProps): ReactNode {
  const { widget } = props.field
  const control = getControlName(props.field)
  const Own = Object.hasOwn(controls, control) ? controls[control]! : JsonControl
  // A secret with several values has its own control. A single-line field would send it as text.
  const ControlView = props.field.sensitive && Own !== JsonControl && Own !== ProviderSettingsControl ? SecretControl : Own
  if (widget === undefined || props.field.sensitive) {
    return (
      <Suspense>
        <ControlView {...props} />
      </Suspense>
    )
  }
  return (
    <Suspense>
      <PluginControl {...props} script={widget} otherwise={<ControlView {...props} />} />
    </Suspense>
  )
}
