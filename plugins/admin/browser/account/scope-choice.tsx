// Selects rights: a preset or single scopes. The scope for writing code is a separate choice.
import type { ReactNode } from 'react'
import { t, type TextKey } from '../wording/text.js'

/** Presets with their labels and descriptions. The server refuses scopes that the current account lacks. */
const presets = {
  author: ['authorName', 'presetAuthor'],
  fulfilment: ['fulfilmentName', 'presetFulfilment'],
  insights: ['insightsName', 'presetInsights'],
  operator: ['operatorName', 'presetOperator'],
  everything: ['everythingName', 'presetEverything'],
} as const satisfies Readonly<Record<string, readonly [TextKey, TextKey]>>
const isPreset = (name: string): name is keyof typeof presets => Object.hasOwn(presets, name)
const scopeLabels: Readonly<Record<string, TextKey>> = {
  'catalog:read': 'scopeCatalogRead',
  'catalog:write': 'scopeCatalogWrite',
  'store:read': 'scopeStoreRead',
  'store:write': 'scopeStoreWrite',
  'customers:read': 'scopeCustomersRead',
  'customers:write': 'scopeCustomersWrite',
  'orders:read': 'scopeOrdersRead',
  'orders:write': 'scopeOrdersWrite',
  'conversations:read': 'scopeConversationsRead',
  'conversations:write': 'scopeConversationsWrite',
  'code:write': 'scopeCodeWrite',
  'system:read': 'scopeSystemRead',
  'system:write': 'scopeSystemWrite',
}

/** The right that a scope grants, in the reader's language. */
export function formatScope(scope: string): string {
  const key = scopeLabels[scope]
  return key === undefined ? scope : t(key)
}

const selectableScopes = [
  'catalog:read',
  'catalog:write',
  'store:write',
  'customers:read',
  'customers:write',
  'orders:read',
  'orders:write',
  'conversations:read',
  'conversations:write',
  'system:read',
  'system:write',
] as const
const codeScope = 'code:write'

export interface RightsChoice {
  readonly preset: string
  readonly scopes: readonly string[]
}

export const initialRights: RightsChoice = { preset: 'author', scopes: [] }

/** The rights of an account with these scopes. */
export function toRightsChoice(scopes: readonly string[]): RightsChoice {
  return { preset: '', scopes }
}

interface ScopeChoiceProps {
  readonly value: RightsChoice
  readonly onChange: (value: RightsChoice) => void
}

export function ScopeChoice({ value, onChange }: ScopeChoiceProps): ReactNode {
  const toggle = (scope: string, on: boolean): void =>
    onChange({ ...value, scopes: on ? [...value.scopes, scope] : value.scopes.filter((scopeName) => scopeName !== scope) })
  const box = (scope: string, label: string): ReactNode => (
    <label key={scope}>
      <input type="checkbox" checked={value.scopes.includes(scope)} onChange={(event) => toggle(scope, event.target.checked)} />
      {label}
    </label>
  )
  return (
    <>
      <div className="field">
        <label htmlFor="preset">{t('preset')}</label>
        <select
          id="preset"
          aria-describedby="preset-help"
          value={value.preset}
          onChange={(event) => onChange({ ...value, preset: event.target.value })}
        >
          {Object.entries(presets).map(([name, [label]]) => (
            <option key={name} value={name}>
              {t(label)}
            </option>
          ))}
          <option value="">{t('noPreset')}</option>
        </select>
        <p className="help" id="preset-help">
          {isPreset(value.preset) ? t(presets[value.preset][1]) : t('presetNone')}
        </p>
      </div>
      {value.preset === '' && (
        <div className="choices columns" role="group" aria-label={t('scopes')}>
          {selectableScopes.map((scope) => box(scope, formatScope(scope)))}
        </div>
      )}
      <div className="choices">{box(codeScope, formatScope(codeScope))}</div>
    </>
  )
}
