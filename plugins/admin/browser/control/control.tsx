// Selects the form control for a field. Custom property kinds without a control are edited as JSON.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import type { FormField } from '../../transport/shape.js'
import { ManyControl, RadioControl, SelectControl, SwitchControl } from './choice.js'
import type { ControlProps } from './define.js'
import { FileControl } from './files.js'
import { JsonControl } from './json.js'
import { MomentControl, NumberControl } from './number.js'
import { PairsControl } from './pairs.js'
import { ReferenceControl } from './reference.js'
import { SecretControl, TextControl } from './text.js'

const RuleEditor = lazy(() => import('../editor/rule/rule-editor.js').then(({ RuleEditor }) => ({ default: RuleEditor })))

const MatrixEditor = lazy(() =>
  import('../editor/matrix/matrix-editor.js').then(({ MatrixEditor }) => ({ default: MatrixEditor })),
)

const FormulaEditor = lazy(() =>
  import('../editor/formula/formula-editor.js').then(({ FormulaEditor }) => ({ default: FormulaEditor })),
)
const CodeEditor = lazy(() => import('../editor/code/code-editor.js').then(({ CodeEditor }) => ({ default: CodeEditor })))

const FocusControl = lazy(() => import('./focus.js').then(({ FocusControl }) => ({ default: FocusControl })))

/** Conditions of customizations can have arguments of any kind. */
function RuleControl(props: ControlProps): ReactNode {
  return <RuleEditor {...props} argument={Control} />
}

const controls: Readonly<Record<string, ComponentType<ControlProps>>> = {
  text: TextControl,
  code: CodeEditor,
  password: SecretControl,
  number: NumberControl,
  ordering: NumberControl,
  datetime: MomentControl,
  switch: SwitchControl,
  select: SelectControl,
  radio: RadioControl,
  multiselect: ManyControl,
  record: ReferenceControl,
  calculation: ReferenceControl,
  'group-prices': PairsControl,
  'group-calculations': PairsControl,
  selections: PairsControl,
  image: FileControl,
  file: FileControl,
  focus: FocusControl,
  rule: RuleControl,
  cells: MatrixEditor,
  terms: FormulaEditor,
  json: JsonControl,
}

/** The control's name: by the editor of the content, otherwise by the property kind. */
export const controlOf = ({ control, hints }: FormField): string =>
  typeof hints['editor'] === 'string' ? hints['editor'] : control

/** Controls next to their label instead of below it. */
export const isInline = (control: string): boolean => control === 'switch'

/** Controls that a `label` element can reference. */
export const isLabelled = (control: string): boolean =>
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
  ].includes(control)

const PluggedControl = lazy(() => import('../plugged/control.js').then(({ PluggedControl }) => ({ default: PluggedControl })))

export function Control(props: ControlProps): ReactNode {
  const { widget } = props.field
  const control = controlOf(props.field)
  const Own = Object.hasOwn(controls, control) ? controls[control]! : JsonControl
  // A secret with several values is entered as JSON. A single-line field would send it as text.
  const Drawn = props.field.sensitive && Own !== JsonControl ? SecretControl : Own
  if (widget === undefined || props.field.sensitive) {
    return (
      <Suspense>
        <Drawn {...props} />
      </Suspense>
    )
  }
  return (
    <Suspense>
      <PluggedControl {...props} script={widget} otherwise={<Drawn {...props} />} />
    </Suspense>
  )
}
