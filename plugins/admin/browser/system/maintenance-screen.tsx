// The screens of scheduled tasks, migrations, and the latest failed requests.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Maintenance, FailureRow } from '../../api/screen-shape.js'
import { requestBody } from '../base/api.js'
import { useWindowTitle } from '../base/routing.js'
import { showToast, showErrorToast } from '../base/toasts.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import type { ScreenProps } from '../base/screen-location.js'
import { adoptSystemStyle } from '../style/system.js'
import { canWriteScreen, DataTable, TableScreen } from '../table/table-screen.js'
import { t, formatTime, formatNumber } from '../wording/text.js'

adoptSystemStyle()

type Task = Maintenance['tasks'][number]
type Track = Maintenance['tracks'][number]
type MigrationFreeze = NonNullable<Maintenance['frozenBy']>

function formatInterval(seconds: number): string {
  if (seconds % 86_400 === 0) return t('everyDays', { count: seconds / 86_400 })
  if (seconds % 3_600 === 0) return t('everyHours', { count: seconds / 3_600 })
  return seconds % 60 === 0 ? t('everyMinutes', { count: seconds / 60 }) : t('everySeconds', { count: seconds })
}

/** Lifting the freeze requires typing the owner and version of the failed migration, to prevent accidents. */
function UnblockForm({
  frozen,
  onDone: onComplete,
}: {
  readonly frozen: MigrationFreeze
  readonly onDone: () => void
}): ReactNode {
  const expected = `${frozen.owner}@${frozen.version}`
  const [typed, setTyped] = useState('')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (typed.trim() !== expected) return
    try {
      await requestBody('POST', 'actions/unblock-migrations', { body: {} })
      showToast({ text: t('unblocked') })
      onComplete()
    } catch (error) {
      showErrorToast(error)
    }
  }
  return (
    <form className="unblock" onSubmit={(event) => void submit(event)}>
      <div className="field">
        <label htmlFor="unblock">{t('unblockType', { wanted: expected })}</label>
        <input id="unblock" type="text" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </div>
      <button type="submit" className="danger" disabled={typed.trim() !== expected}>
        {t('unblock')}
      </button>
    </form>
  )
}

function Migrations({
  maintenance,
  writes,
  onDone: onComplete,
}: {
  readonly maintenance: Maintenance
  readonly writes: boolean
  readonly onDone: () => void
}): ReactNode {
  const { frozenBy: frozen, tracks } = maintenance
  return (
    <section className="card" aria-labelledby="migrations">
      <h2 id="migrations">{t('migrations')}</h2>
      {frozen && (
        <div className="frozen" role="alert">
          <p>
            <strong>
              {t('frozen', { name: `${frozen.owner}@${frozen.version} ${frozen.name}`, at: formatTime(frozen.at) })}
            </strong>
          </p>
          <p>{frozen.message}</p>
          {writes && <UnblockForm frozen={frozen} onDone={onComplete} />}
        </div>
      )}
      <DataTable<Track>
        label={t('tableOf', { list: t('migrations') })}
        rows={tracks}
        keyOf={({ owner }) => owner}
        head={{ label: t('track'), cell: ({ owner }) => owner }}
        columns={[
          { label: t('migratedTo'), cell: ({ version }) => version ?? t('never') },
          { label: t('latest'), cell: ({ latest }) => latest ?? '' },
          {
            label: t('pendingOnes'),
            cell: ({ pending }) => (pending.length === 0 ? formatNumber(0) : pending.map(({ name }) => name).join(', ')),
          },
        ]}
      />
    </section>
  )
}

export function MaintenanceScreen(props: ScreenProps): ReactNode {
  useWindowTitle(t('maintenance'))
  const [running, setRunning] = useState<string | null>(null)
  const {
    data: maintenance,
    error,
    refetch,
  } = useQuery({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => requestBody<Maintenance>('GET', 'maintenance', { signal }),
  })
  const writes = canWriteScreen(props, 'maintenance')
  const run = async (name: string): Promise<void> => {
    setRunning(name)
    try {
      await requestBody('POST', `tasks/${name}/run`)
      showToast({ text: t('taskRan', { name }) })
    } catch (failure) {
      showErrorToast(failure)
    } finally {
      setRunning(null)
      await refetch()
    }
  }
  if (!maintenance) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{t('maintenance')}</h1>
      </header>
      <Migrations maintenance={maintenance} writes={writes} onDone={() => void refetch()} />
      <section className="card" aria-labelledby="tasks">
        <h2 id="tasks">{t('tasks')}</h2>
        <DataTable<Task>
          label={t('tableOf', { list: t('tasks') })}
          rows={maintenance.tasks}
          keyOf={({ name }) => name}
          head={{
            label: t('name'),
            cell: ({ name, description }) => (
              <span className="sentence">
                {description}{' '}
                <small className="quiet-text" dir="ltr">
                  {name}
                </small>
              </span>
            ),
          }}
          columns={[
            { label: t('rhythm'), cell: (task) => formatInterval(task.every) },
            { label: t('lastRun'), cell: ({ lastRun }) => (lastRun === null ? t('never') : formatTime(lastRun)) },
            { label: t('nextRun'), cell: ({ next }) => (next === null ? '' : formatTime(next)) },
            {
              label: t('state'),
              cell: ({ failed }) =>
                failed !== null && <span className="badge expired">{t('failedAt', { at: formatTime(failed) })}</span>,
            },
          ]}
          {...(writes && {
            actions: ({ name }: Task) => (
              <button
                type="button"
                aria-label={`${t('runNow')}: ${name}`}
                aria-disabled={running !== null}
                onClick={() => running === null && void run(name)}
              >
                {running === name ? t('runs') : t('runNow')}
              </button>
            ),
          })}
        />
      </section>
    </div>
  )
}

/** The latest failed requests. Their identifiers lead from a caller's error message to the cause in the log. */
export function FailuresScreen(): ReactNode {
  return (
    <TableScreen<FailureRow>
      title={t('failures')}
      lead={t('failuresLead')}
      queryKey={['failures']}
      load={(signal) => requestBody('GET', 'failures', { signal })}
      keyOf={({ id, at }) => `${id} ${at}`}
      head={{ label: t('identifier'), cell: ({ id }) => <code>{id}</code> }}
      columns={[
        { label: t('when'), cell: ({ at }) => formatTime(at) },
        { label: t('address'), cell: ({ method, path }) => `${method} ${path}` },
        { label: t('cause'), cell: ({ message }) => <span title={message}>{message}</span> },
      ]}
      empty={t('noFailures')}
    />
  )
}
