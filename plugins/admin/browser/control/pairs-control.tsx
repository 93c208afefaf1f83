// Form controls for names with values: prices per customer group, selections, and the settings of a payment provider.
import { type ReactNode, type ComponentType, useContext, useRef, useState } from 'react'
import { Icon } from '../base/icon.js'
import { t, type TextKey } from '../wording/text.js'
import { type ControlProps, FormContext } from './control-props.js'
import { BaseCurrencyAffix, parseNumberInput, formatNumberInput } from './text-controls.js'
import { RecordPicker } from './record-picker.js'
import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { ConnectionTest, ProviderField, ProviderHints } from '../../api/shape.js'
import { getErrorMessage, requestBody } from '../base/api.js'

type Pair = Readonly<Record<string, unknown>>

interface PairShape {
  /** The member that references a record, and the record's entity. */
  readonly key: string
  readonly entity: string
  readonly keyLabel: TextKey
  readonly valueKey: string
  readonly valueLabel: TextKey
  readonly value: 'price' | 'text' | { readonly entity: string; readonly emptyLabel: TextKey }
}

const pairShapes: Readonly<Record<string, PairShape>> = {
  'group-prices': {
    key: 'customer_group_id',
    entity: 'customer-group',
    keyLabel: 'customerGroup',
    valueKey: 'price',
    valueLabel: 'price',
    value: 'price',
  },
  'group-calculations': {
    key: 'customer_group_id',
    entity: 'customer-group',
    keyLabel: 'customerGroup',
    valueKey: 'calculation_id',
    valueLabel: 'calculation',
    value: { entity: 'calculation', emptyLabel: 'noCalculation' },
  },
  selections: {
    key: 'question_id',
    entity: 'question',
    keyLabel: 'question',
    valueKey: 'value',
    valueLabel: 'value',
    value: 'text',
  },
}

interface ValueProps {
  readonly shape: PairShape
  readonly id: string
  readonly label: string
  readonly value: unknown
  readonly disabled: boolean
  readonly onChange: (value: unknown) => void
}

function PairValue({ shape, id, label, value, disabled, onChange }: ValueProps): ReactNode {
  if (typeof shape.value === 'object') {
    const recordId = typeof value === 'number' ? value : null
    return (
      <>
        <RecordPicker
          id={id}
          entity={shape.value.entity}
          value={recordId}
          onChange={onChange}
          label={label}
          disabled={disabled}
        />
        {recordId === null && <p className="help">{t(shape.value.emptyLabel)}</p>}
      </>
    )
  }
  const read = shape.value === 'price' ? parseNumberInput : (text: string): unknown => text
  const currencyId = shape.value === 'price' ? `${id}-currency` : null
  return (
    <BaseCurrencyAffix id={currencyId}>
      <input
        id={id}
        type="text"
        inputMode={shape.value === 'price' ? 'decimal' : undefined}
        aria-label={label}
        aria-describedby={currencyId ?? undefined}
        disabled={disabled}
        // Uncontrolled: an unfinished number such as `1.` keeps its text while its value stays the same.
        defaultValue={formatNumberInput(value)}
        onChange={(event) => onChange(read(event.target.value))}
      />
    </BaseCurrencyAffix>
  )
}

export function PairsControl({ id, field, value, onChange, label, describedBy, disabled = false }: ControlProps): ReactNode {
  const shape = pairShapes[field.control]!
  const pairs: readonly Pair[] = Array.isArray(value) ? (value as readonly Pair[]) : []
  const put = (at: number, key: string, next: unknown): void =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, [key]: next } : pair)))
  return (
    <div className="pairs" role="group" aria-label={label} aria-describedby={describedBy}>
      {pairs.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t(shape.keyLabel)}</th>
              <th scope="col">{t(shape.valueLabel)}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair, at) => (
              <tr key={at}>
                <td>
                  <RecordPicker
                    id={`${id}-${at}-key`}
                    entity={shape.entity}
                    value={typeof pair[shape.key] === 'number' ? Number(pair[shape.key]) : null}
                    label={t('rowOf', { label: t(shape.keyLabel), row: at + 1 })}
                    required
                    disabled={disabled}
                    onChange={(next) => put(at, shape.key, next)}
                  />
                </td>
                <td>
                  <PairValue
                    key={pairs.length}
                    shape={shape}
                    id={`${id}-${at}-value`}
                    label={t('rowOf', { label: t(shape.valueLabel), row: at + 1 })}
                    value={pair[shape.valueKey]}
                    disabled={disabled}
                    onChange={(next) => put(at, shape.valueKey, next)}
                  />
                </td>
                <td className="narrow">
                  <button
                    type="button"
                    className="icon-button"
                    disabled={disabled}
                    aria-label={t('removeRow', { row: at + 1 })}
                    onClick={() => onChange(pairs.filter((_, index) => index !== at))}
                  >
                    <Icon name="trash" size={16} />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <button
        type="button"
        id={id}
        disabled={disabled}
        onClick={() => onChange([...pairs, { [shape.key]: null, [shape.valueKey]: null }])}
      >
        <Icon name="plus" size={16} /> {t('addRow')}
      </button>
    </div>
  )
}

type ProviderParams = Readonly<Record<string, unknown>>

const toParams = (value: unknown): ProviderParams =>
  typeof value === 'object' && value !== null ? (value as ProviderParams) : {}

interface WebhookAddressProps {
  readonly id: string
  readonly address: string
  readonly isSaved: boolean
}

/** The address that the merchant enters at the provider. It contains the id of the method. */
function WebhookAddress({ id, address, isSaved }: WebhookAddressProps): ReactNode {
  const [copied, setCopied] = useState(false)
  if (!isSaved) return <p className="help">{t('webhookAfterSave')}</p>
  const copy = (): void => void navigator.clipboard.writeText(address).then(() => setCopied(true))
  return (
    <div className="field">
      <label htmlFor={id}>{t('webhookAddress')}</label>
      <div className="with-button">
        <input id={id} type="text" readOnly value={address} onFocus={(event) => event.target.select()} />
        <button type="button" onClick={copy}>
          {copied ? t('copied') : t('copy')}
        </button>
      </div>
      <p className="help">{t('webhookHelp')}</p>
    </div>
  )
}

interface ConnectionTestButtonProps {
  readonly connector: string
  readonly params: ProviderParams
  readonly id: number | null
}

function ConnectionTestButton({ connector, params, id }: ConnectionTestButtonProps): ReactNode {
  const test = useMutation({
    mutationFn: () =>
      requestBody<ConnectionTest>('POST', 'payment-methods/test', { body: { connector, params, ...(id !== null && { id }) } }),
  })
  // The result belongs to the tested settings.
  const content = JSON.stringify(params)
  const [tested, setTested] = useState(content)
  const isCurrent = tested === content
  const run = (): void => {
    setTested(content)
    test.mutate()
  }
  return (
    <div className="connection-test">
      <button type="button" onClick={run} disabled={test.isPending}>
        {test.isPending ? t('connectionTesting') : t('connectionTest')}
      </button>
      <span role="status">
        {isCurrent && test.data && (
          <>
            {t('connectionWorks', { mode: test.data.mode })}
            {test.data.account !== '' && ` ${t('connectionAccount', { name: test.data.account })}`}
          </>
        )}
        {isCurrent && test.error && <span className="wrong">{getErrorMessage(test.error)}</span>}
      </span>
    </div>
  )
}

interface ProviderParamsControlProps extends ControlProps {
  /** Draws one setting. */
  readonly control: ComponentType<ControlProps>
}

/** Sent as a whole as soon as one setting is filled. A stored secret is null, and is kept while its field is empty. */
export function ProviderParamsControl({ control: Control, ...props }: ProviderParamsControlProps): ReactNode {
  const { fields, record } = useContext(FormContext)
  const watched: unknown = useWatch({ ...(fields && { control: fields.control }), name: 'connector' })
  const connector = String(watched)
  const { providers = {}, tested = [], webhooks = {} } = props.field.hints as Partial<ProviderHints>
  const params = providers[connector] ?? []
  const value = toParams(props.value)
  const saved = useRef(new Set<string>())
  for (const { name, sensitive } of params)
    if (sensitive && Object.hasOwn(value, name) && value[name] === null) saved.current.add(`${connector} ${name}`)
  const isSaved = ({ name }: ProviderField): boolean => saved.current.has(`${connector} ${name}`)
  const change = (changed: ProviderField, input: unknown): void => {
    const entries = params.flatMap((field): readonly (readonly [string, unknown])[] => {
      const entry = field === changed ? input : value[field.name]
      if (entry !== undefined && entry !== null && entry !== '') return [[field.name, entry]]
      return isSaved(field) ? [[field.name, null]] : []
    })
    props.onChange(entries.length === 0 ? '' : Object.fromEntries(entries))
  }
  const webhook = webhooks[connector]
  const draw = (field: ProviderField): ReactNode => {
    const id = `${props.id}-${field.name}`
    return (
      <div key={field.name} className="field">
        <label htmlFor={id}>
          <span className={field.required ? 'required' : undefined}>{field.label}</span>
        </label>
        <Control
          id={id}
          field={field.sensitive ? { ...field, hints: { ...field.hints, isStored: isSaved(field) } } : field}
          label={field.label}
          value={value[field.name] ?? field.default ?? null}
          required={field.required}
          disabled={props.disabled}
          describedBy={field.help === undefined ? undefined : `${id}-help`}
          onChange={(input) => change(field, input)}
        />
        {field.help !== undefined && (
          <p className="help" id={`${id}-help`}>
            {field.help}
          </p>
        )}
      </div>
    )
  }
  const ownFields = params.filter(({ forDevelopers }) => !forDevelopers)
  const developerFields = params.filter(({ forDevelopers }) => forDevelopers)
  return (
    <div className="fields" role="group" aria-label={props.label} id={props.id} tabIndex={-1}>
      {params.length === 0 && <p className="quiet-text">{t('noParameters')}</p>}
      {ownFields.map(draw)}
      {webhook !== undefined && (
        <WebhookAddress
          id={`${props.id}-webhook`}
          address={webhook.replace(':id', String(record?.id ?? ''))}
          isSaved={record !== null}
        />
      )}
      {developerFields.length > 0 && (
        <details>
          <summary>{t('developer')}</summary>
          {developerFields.map(draw)}
        </details>
      )}
      {tested.includes(connector) && (
        <ConnectionTestButton key={connector} connector={connector} params={value} id={record?.id ?? null} />
      )}
    </div>
  )
}
