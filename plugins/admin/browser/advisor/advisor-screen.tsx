// The advisor's screen: conversations, waiting shoppers, reports, and the state of its vendor.
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { AdvisorState, ConversationPage, StaffConversationRow } from '../../api/advisor.js'
import { requestBody } from '../base/api.js'
import { askConfirmation } from '../base/dialog.js'
import { queryClient } from '../base/queries.js'
import { setRouteQuery, useRoute, useWindowTitle, Link } from '../base/routing.js'
import { toRecordPath, type ScreenProps, toRecordListPath } from '../base/screen-location.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { FailureMessage, ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptAdvisorStyle } from '../style/system.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { adoptSalesStyle } from '../style/sales.js'
import { DataTable, type FactEntries, FactList } from '../table/table-screen.js'
import { formatNumber, formatTime, t } from '../wording/text.js'
import { AdvisorReportPanel } from './advisor-report.js'
import {
  formatConversationCost,
  speakerTextKeys,
  ConversationStateBadges,
  ConversationShopper,
  tAdvisor,
  formatAdvisorMoney,
} from './conversation-facts.js'
import { WaitingShoppers } from './waiting-shoppers.js'

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

/** State of the advisor: whether it answers shoppers, its vendor, its costs, and the switch to stop it. */
function AdvisorStatePanel({ menu }: ScreenProps): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'state'],
    queryFn: ({ signal }) => requestBody<AdvisorState>('GET', 'advisor', { signal }),
  })
  if (!data) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
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

adoptFormStyle()
adoptListStyle()
adoptSalesStyle()
adoptAdvisorStyle()

const stateTextKeys = { all: 'allTalks', open: 'openTalks', person: 'personTalks' } as const
type ConversationFilter = keyof typeof stateTextKeys

function LastMessage({ talk: { id, last } }: { readonly talk: StaffConversationRow }): ReactNode {
  const words = last === null || last.text === '' ? tAdvisor('nothingSaid') : last.text
  return (
    <>
      <Link to={toRecordPath('chat-conversation', id)} className="opens">
        {words}
      </Link>
      {last && <p className="quiet-text">{tAdvisor(speakerTextKeys[last.role])}</p>}
    </>
  )
}

/** All advisor conversations, the most recently active first. */
function ConversationList({ session }: ScreenProps): ReactNode {
  const [state, setState] = useState<ConversationFilter>('all')
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'talks', state, offset],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      requestBody<ConversationPage>('GET', `advisor/conversations?offset=${offset}${state === 'all' ? '' : `&state=${state}`}`, {
        signal,
      }),
  })
  const show = (filter: ConversationFilter): void => {
    setState(filter)
    setOffset(0)
  }
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  const { conversations = [], total = 0 } = data ?? {}
  return (
    <>
      <div className="toolbar" role="group" aria-label={tAdvisor('which')}>
        {(Object.keys(stateTextKeys) as ConversationFilter[]).map((name) => (
          <button key={name} type="button" aria-pressed={state === name} onClick={() => show(name)}>
            {tAdvisor(stateTextKeys[name])}
          </button>
        ))}
      </div>
      {!data && <p className="loading">{t('loading')}</p>}
      {data && (
        <DataTable<StaffConversationRow>
          label={tAdvisor('talks')}
          rows={conversations}
          keyOf={({ id }) => id}
          head={{ label: tAdvisor('lastSaid'), cell: (talk) => <LastMessage talk={talk} /> }}
          columns={[
            { label: t('state'), cell: (talk) => <ConversationStateBadges {...talk} /> },
            { label: tAdvisor('shopper'), cell: ({ customer }) => <ConversationShopper customer={customer} session={session} /> },
            { label: tAdvisor('language'), cell: ({ language }) => language },
            { label: tAdvisor('turns'), cell: ({ turns }) => formatNumber(turns) },
            { label: tAdvisor('cost'), cell: formatConversationCost },
            { label: tAdvisor('lastWord'), cell: ({ lastActivity }) => formatTime(lastActivity) },
            { label: tAdvisor('reviews'), cell: ({ reviewed }) => (reviewed ? tAdvisor('reviewed') : '') },
          ]}
          empty={tAdvisor(state === 'all' ? 'noTalks' : 'noneSuch')}
        />
      )}
      {total > conversations.length && (
        <nav className="buttons" aria-label={t('pages')}>
          {offset > 0 && (
            <button type="button" onClick={() => setOffset(0)}>
              {t('newest')}
            </button>
          )}
          {offset + conversations.length < total && (
            <button type="button" onClick={() => setOffset(offset + conversations.length)}>
              {t('older')}
            </button>
          )}
        </nav>
      )}
    </>
  )
}

const advisorParts: Readonly<Record<'talks' | 'waiting' | 'report' | 'vendor', ComponentType<ScreenProps>>> = {
  talks: ConversationList,
  waiting: WaitingShoppers,
  report: AdvisorReportPanel,
  vendor: AdvisorStatePanel,
}
type AdvisorPart = keyof typeof advisorParts
const advisorPartNames = Object.keys(advisorParts) as AdvisorPart[]

export function AdvisorScreen(props: ScreenProps): ReactNode {
  useWindowTitle(tAdvisor('title'))
  const { query } = useRoute()
  const requestedPart = new URLSearchParams(query).get('part')
  const part = advisorPartNames.find((name) => name === requestedPart) ?? 'talks'
  const { data } = useQuery({
    queryKey: ['advisor', 'state'],
    queryFn: ({ signal }) => requestBody<AdvisorState>('GET', 'advisor', { signal }),
  })
  const PartView = advisorParts[part]
  return (
    <div className="page wide advisor">
      <header className="page-head">
        <h1>{tAdvisor('title')}</h1>
        {data && <span className="badge">{data.lacks.length === 0 ? tAdvisor('answering') : tAdvisor('silent')}</span>}
      </header>
      <p className="lead">{tAdvisor('lead')}</p>
      <nav className="language-tabs" aria-label={tAdvisor('parts')}>
        {advisorPartNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === part ? 'page' : undefined}
            onClick={() => setRouteQuery(new URLSearchParams({ part: name }), false)}
          >
            {tAdvisor(name)}
            {name === 'waiting' && data && data.waiting > 0 ? ` (${formatNumber(data.waiting)})` : ''}
          </button>
        ))}
      </nav>
      <PartView {...props} />
    </div>
  )
}
