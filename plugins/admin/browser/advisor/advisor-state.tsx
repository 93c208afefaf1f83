// State of the advisor: whether it answers shoppers, its vendor, its costs, and the switch to stop it.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdvisorState } from '../../api/advisor-shape.js'
import { toRecordListPath } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { queryClient } from '../base/queries.js'
import { Link } from '../base/routing.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { FailureMessage } from '../shell/failure-message.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { DataTable } from '../table/table-screen.js'
import { formatNumber, t } from '../wording/text.js'
import { formatAdvisorMoney } from './conversation-facts.js'
import { tAdvisor } from './wording/advisor-text.js'
import { type FactEntries, FactList } from '../base/fact-list.js'

/** The single settings record. */
const settingsAddress = 'records/settings/1'

async function switchAdvisor(on: boolean): Promise<void> {
  if (
    !on &&
    !(await askConfirmation({
      title: tAdvisor('stopTitle'),
      text: tAdvisor('stopText'),
      yes: tAdvisor('stop'),
      destructive: true,
    }))
  )
    return
  try {
    await requestBody('PATCH', settingsAddress, { body: { advisor_enabled: on } })
    showToast({ text: tAdvisor(on ? 'started' : 'stopped') })
  } catch (error) {
    showErrorToast(error)
  }
  await queryClient.invalidateQueries({ queryKey: ['advisor'] })
}

interface BudgetUsageProps {
  readonly label: string
  readonly spent: number
  readonly most: number | null
  readonly write?: (amount: number) => string
}

function BudgetUsage({ label, spent, most: limit, write = formatNumber }: BudgetUsageProps): ReactNode {
  const usageText =
    limit === null
      ? tAdvisor('unbounded', { spent: write(spent) })
      : tAdvisor('spent', { spent: write(spent), most: write(limit) })
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {usageText} {limit !== null && spent >= limit && <span className="badge expired">{tAdvisor('usedUp')}</span>}
        {limit !== null && <meter aria-label={label} min={0} max={limit} value={Math.min(spent, limit)} />}
      </dd>
    </div>
  )
}

function Budgets({ state }: { readonly state: AdvisorState }): ReactNode {
  const { day, days, today, priced, conversation } = state
  const now = days.find((row) => row.day === today) ?? { calls: 0, tokens: 0, money: 0 }
  return (
    <section className="card" aria-labelledby="budgets">
      <h2 id="budgets">{tAdvisor('budgets')}</h2>
      <p className="quiet-text">{tAdvisor('budgetsLead')}</p>
      <dl className="facts">
        <BudgetUsage label={tAdvisor('callsToday')} spent={now.calls} most={day.calls} />
        <BudgetUsage label={tAdvisor('tokensToday')} spent={now.tokens} most={day.tokens} />
        {(priced || day.money !== null) && (
          <BudgetUsage label={tAdvisor('moneyToday')} spent={now.money} most={day.money} write={formatAdvisorMoney} />
        )}
      </dl>
      {!priced && <p className="quiet-text">{tAdvisor('unpriced')}</p>}
      <p className="quiet-text">
        {tAdvisor('perTalk', {
          tokens: tAdvisor('tokens', { count: conversation.tokens }),
          calls: tAdvisor('calls', { count: conversation.calls }),
        })}
      </p>
    </section>
  )
}

const vendorTextKeys = { anthropic: 'anthropic', openai_compatible: 'openaiCompatible' } as const

const isKnownVendor = (vendor: string | null): vendor is keyof typeof vendorTextKeys =>
  vendor !== null && Object.hasOwn(vendorTextKeys, vendor)

const lackTextKeys = {
  off: 'lackOff',
  vendor: 'lackVendor',
  model: 'lackModel',
  address: 'lackAddress',
  host: 'lackHost',
  key: 'lackKey',
} as const

function Vendor({ state }: { readonly state: AdvisorState }): ReactNode {
  const { lacks, scripted, vendor, host, model, keyed, retentionDays, autoAnalyze } = state
  const facts: FactEntries = [
    [tAdvisor('vendorName'), isKnownVendor(vendor) ? tAdvisor(vendorTextKeys[vendor]) : '–'],
    [tAdvisor('host'), host || '–'],
    [tAdvisor('model'), model || '–'],
    [tAdvisor('key'), tAdvisor(keyed ? 'keyed' : 'unkeyed')],
    [tAdvisor('kept'), retentionDays === null ? tAdvisor('keptForever') : tAdvisor('keptDays', { count: retentionDays })],
    [tAdvisor('autoAnalyze'), tAdvisor(autoAnalyze ? 'yes' : 'no')],
  ]
  return (
    <section className="card" aria-labelledby="vendor">
      <h2 id="vendor">{lacks.length === 0 ? tAdvisor('answering') : tAdvisor('silent')}</h2>
      {lacks.length > 0 && (
        <ul className="note">
          {lacks.map((lack) => (
            <li key={lack}>{tAdvisor(lackTextKeys[lack])}</li>
          ))}
        </ul>
      )}
      {scripted && <p className="note">{tAdvisor('scripted')}</p>}
      <FactList facts={facts} />
    </section>
  )
}

export function AdvisorStatePanel({ menu }: ScreenProps): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'state'],
    queryFn: ({ signal }) => requestBody<AdvisorState>('GET', 'advisor', { signal }),
  })
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  if (!data) return <p className="loading">{t('loading')}</p>
  const mayTurn = menu.some(({ entries }) =>
    entries.some(({ kind, name, may }) => kind === 'list' && name === 'settings' && may.write),
  )
  const isOn = !data.lacks.includes('off')
  return (
    <>
      {mayTurn && (
        <div className="toolbar">
          <button type="button" className={isOn ? 'danger' : 'primary'} onClick={() => void switchAdvisor(!isOn)}>
            {tAdvisor(isOn ? 'stop' : 'start')}
          </button>
          <Link to={toRecordListPath('settings')} className="button">
            {tAdvisor('settings')}
          </Link>
        </div>
      )}
      <Vendor state={data} />
      <Budgets state={data} />
      <div className="card">
        <h2>{tAdvisor('costs')}</h2>
        <DataTable
          label={tAdvisor('costs')}
          rows={data.days}
          keyOf={({ day }) => day}
          head={{ label: tAdvisor('day'), cell: ({ day }) => day }}
          columns={[
            { label: tAdvisor('callsToday'), cell: ({ calls }) => formatNumber(calls) },
            { label: tAdvisor('tokensToday'), cell: ({ tokens }) => formatNumber(tokens) },
            ...(data.priced
              ? [{ label: tAdvisor('moneyToday'), cell: ({ money }: { readonly money: number }) => formatAdvisorMoney(money) }]
              : []),
          ]}
          empty={tAdvisor('noCosts')}
        />
      </div>
    </>
  )
}
