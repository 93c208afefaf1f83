// State of the advisor: whether it answers shoppers, its vendor, its costs, and the switch to stop it.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdvisorState } from '../../transport/advisor-shape.js'
import { listPath } from '../ground/address.js'
import { ask } from '../ground/api.js'
import { confirm } from '../ground/dialog.js'
import { client } from '../ground/queries.js'
import { Link } from '../ground/routing.js'
import { tell, tellFailure } from '../ground/toasts.js'
import { Failure } from '../shell/failure.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { Table } from '../table/table-screen.js'
import { number, t } from '../wording/text.js'
import { moneyOf } from './who.js'
import { many, say } from './wording/say.js'
import { type FactEntries, FactList } from '../ground/fact-list.js'

/** The single settings record. */
const settings = 'records/settings/1'

async function turn(on: boolean): Promise<void> {
  if (!on && !(await confirm({ title: say('stopTitle'), text: say('stopText'), yes: say('stop'), destructive: true }))) return
  try {
    await ask('PATCH', settings, { body: { advisor_enabled: on } })
    tell({ text: say(on ? 'started' : 'stopped') })
  } catch (error) {
    tellFailure(error)
  }
  await client.invalidateQueries({ queryKey: ['advisor'] })
}

interface SpentProps {
  readonly label: string
  readonly spent: number
  readonly most: number | null
  readonly write?: (amount: number) => string
}

function Spent({ label, spent, most, write = number }: SpentProps): ReactNode {
  const told =
    most === null ? say('unbounded', { spent: write(spent) }) : say('spent', { spent: write(spent), most: write(most) })
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {told} {most !== null && spent >= most && <span className="badge expired">{say('usedUp')}</span>}
        {most !== null && <meter aria-label={label} min={0} max={most} value={Math.min(spent, most)} />}
      </dd>
    </div>
  )
}

function Budgets({ state }: { readonly state: AdvisorState }): ReactNode {
  const { day, days, today, priced, conversation } = state
  const now = days.find((one) => one.day === today) ?? { calls: 0, tokens: 0, money: 0 }
  return (
    <section className="card" aria-labelledby="budgets">
      <h2 id="budgets">{say('budgets')}</h2>
      <p className="quiet-text">{say('budgetsLead')}</p>
      <dl className="facts">
        <Spent label={say('callsToday')} spent={now.calls} most={day.calls} />
        <Spent label={say('tokensToday')} spent={now.tokens} most={day.tokens} />
        {(priced || day.money !== null) && <Spent label={say('moneyToday')} spent={now.money} most={day.money} write={moneyOf} />}
      </dl>
      {!priced && <p className="quiet-text">{say('unpriced')}</p>}
      <p className="quiet-text">
        {say('perTalk', { tokens: many('tokens', conversation.tokens), calls: many('calls', conversation.calls) })}
      </p>
    </section>
  )
}

function Vendor({ state }: { readonly state: AdvisorState }): ReactNode {
  const { lacks, scripted, vendor, host, model, keyed, retentionDays, autoAnalyze } = state
  const facts: FactEntries = [
    [say('vendorName'), vendor === 'anthropic' || vendor === 'openai_compatible' ? say(vendor) : '–'],
    [say('host'), host || '–'],
    [say('model'), model || '–'],
    [say('key'), say(keyed ? 'keyed' : 'unkeyed')],
    [say('kept'), retentionDays === null ? say('keptForever') : many('keptDays', retentionDays)],
    [say('autoAnalyze'), say(autoAnalyze ? 'yes' : 'no')],
  ]
  return (
    <section className="card" aria-labelledby="vendor">
      <h2 id="vendor">{lacks.length === 0 ? say('answering') : say('silent')}</h2>
      {lacks.length > 0 && (
        <ul className="note">
          {lacks.map((lack) => (
            <li key={lack}>{say(`lack_${lack}`)}</li>
          ))}
        </ul>
      )}
      {scripted && <p className="note">{say('scripted')}</p>}
      <FactList facts={facts} />
    </section>
  )
}

export function Standing({ menu }: ScreenProps): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['advisor', 'state'],
    queryFn: ({ signal }) => ask<AdvisorState>('GET', 'advisor', { signal }),
  })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <p className="loading">{t('loading')}</p>
  const mayTurn = menu.some(({ entries }) =>
    entries.some(({ kind, name, may }) => kind === 'list' && name === 'settings' && may.write),
  )
  const isOn = !data.lacks.includes('off')
  return (
    <>
      {mayTurn && (
        <div className="toolbar">
          <button type="button" className={isOn ? 'danger' : 'primary'} onClick={() => void turn(!isOn)}>
            {say(isOn ? 'stop' : 'start')}
          </button>
          <Link to={listPath('settings')} className="button">
            {say('settings')}
          </Link>
        </div>
      )}
      <Vendor state={data} />
      <Budgets state={data} />
      <div className="card">
        <h2>{say('costs')}</h2>
        <Table
          label={say('costs')}
          rows={data.days}
          keyOf={({ day }) => day}
          head={{ label: say('day'), cell: ({ day }) => day }}
          columns={[
            { label: say('callsToday'), cell: ({ calls }) => number(calls) },
            { label: say('tokensToday'), cell: ({ tokens }) => number(tokens) },
            ...(data.priced
              ? [{ label: say('moneyToday'), cell: ({ money }: { readonly money: number }) => moneyOf(money) }]
              : []),
          ]}
          empty={say('noCosts')}
        />
      </div>
    </>
  )
}
