// The accounts that may come in: invited with rights, closed, opened again, and removed.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AccountRow, InvitationLink } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { confirm, Dialog } from '../ground/dialog.js'
import { Icon } from '../ground/icon.js'
import { MenuButton } from '../ground/menu-button.js'
import { useTitle } from '../ground/title.js'
import { tellFailure } from '../ground/toasts.js'
import { Failure } from '../shell/failure.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { moment, t } from '../wording/text.js'
import { Once } from './once.js'
import { noRights, rightsFrom, ScopeChoice } from './scope-choice.js'
import { Input, SmallForm } from './small-form.js'

adoptFormStyle()
adoptListStyle()

interface Told {
  readonly name: string
  readonly link: string
}

function Invite({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }): ReactNode {
  const [rights, setRights] = useState(noRights)
  const [told, setTold] = useState<Told | null>(null)
  return (
    <Dialog title={t('invite')} onClose={onClose}>
      {told ? (
        <Once label={t('inviteLink', { name: told.name })} secret={told.link} />
      ) : (
        <SmallForm
          button={t('invite')}
          onCancel={{ label: t('cancel'), run: onClose }}
          onSend={async ({ name = '', email }) => {
            const { preset, scopes } = rights
            const body = { name, email, ...(preset !== '' && { presets: [preset] }), ...(scopes.length > 0 && { scopes }) }
            const { link } = await ask<InvitationLink>('POST', 'accounts', { body })
            setTold({ name, link })
            onDone()
          }}
        >
          <Input name="name" label={t('name')} />
          <Input name="email" label={t('email')} type="email" />
          <ScopeChoice value={rights} onChange={setRights} />
        </SmallForm>
      )}
    </Dialog>
  )
}

interface ChangeProps {
  readonly row: AccountRow
  readonly onClose: () => void
  readonly onDone: () => void
}

function ChangeRights({ row, onClose, onDone }: ChangeProps): ReactNode {
  const [rights, setRights] = useState(() => rightsFrom(row.scopes))
  return (
    <Dialog title={`${t('changeRights')}: ${row.name}`} onClose={onClose}>
      <SmallForm
        button={t('save')}
        onCancel={{ label: t('cancel'), run: onClose }}
        onSend={async () => {
          const { preset, scopes } = rights
          const body = { presets: preset === '' ? [] : [preset], scopes }
          await ask('PATCH', `accounts/${row.id}`, { body })
          onDone()
          onClose()
        }}
      >
        <ScopeChoice value={rights} onChange={setRights} />
      </SmallForm>
    </Dialog>
  )
}

export function AccountsScreen({ session, menu }: ScreenProps): ReactNode {
  useTitle(t('accounts'))
  const [open, setOpen] = useState<'invite' | AccountRow | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const {
    data: rows,
    error,
    refetch,
  } = useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => ask<readonly AccountRow[]>('GET', 'accounts', { signal }),
  })
  const mayWrite = menu.some(({ entries }) => entries.some(({ name, may }) => name === 'accounts' && may.write))
  const run = (work: Promise<unknown>): void => {
    work.then(() => refetch(), tellFailure)
  }
  const remove = async ({ id, name }: AccountRow): Promise<void> => {
    const title = t('removeAccountTitle', { name })
    if (await confirm({ title, text: t('removeAccountText'), yes: t('removeAccount'), destructive: true }))
      run(ask('DELETE', `accounts/${id}`))
  }
  const reset = async ({ id, name }: AccountRow): Promise<void> => {
    const { link } = await ask<InvitationLink>('POST', `accounts/${id}/reset`, { body: {} })
    setTold({ name, link })
  }
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{t('accounts')}</h1>
        {mayWrite && (
          <button type="button" className="primary" onClick={() => setOpen('invite')}>
            <Icon name="plus" size={16} /> {t('invite')}
          </button>
        )}
      </header>
      <p className="lead">{t('accountsLead')}</p>
      <div className="grid-scroll" tabIndex={0} role="region" aria-label={t('accounts')}>
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              <th scope="col">{t('email')}</th>
              <th scope="col">{t('scopes')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col">{t('lastLogin')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.name}</th>
                <td>{row.email}</td>
                <td>{row.scopes.join(', ')}</td>
                <td>
                  <span className="badge">{row.invited ? t('invited') : row.active ? t('active') : t('inactive')}</span>
                </td>
                <td>{row.lastLogin === null ? t('never') : moment(row.lastLogin)}</td>
                <td className="number">
                  {mayWrite && row.email !== session.account.email && (
                    <MenuButton
                      name={`${t('more')}: ${row.name}`}
                      label={<Icon name="more" />}
                      choices={[
                        { label: t('changeRights'), run: () => setOpen(row) },
                        { label: t('resetPassword'), run: () => void reset(row).catch(tellFailure) },
                        {
                          label: row.active ? t('closeAccount') : t('openAccount'),
                          run: () => run(ask('PATCH', `accounts/${row.id}`, { body: { active: !row.active } })),
                        },
                        { label: t('removeAccount'), destructive: true, run: () => void remove(row) },
                      ]}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open === 'invite' && <Invite onClose={() => setOpen(null)} onDone={() => void refetch()} />}
      {open !== null && open !== 'invite' && (
        <ChangeRights row={open} onClose={() => setOpen(null)} onDone={() => void refetch()} />
      )}
      {told && (
        <Dialog title={t('resetPassword')} onClose={() => setTold(null)}>
          <Once label={t('inviteLink', { name: told.name })} secret={told.link} />
        </Dialog>
      )}
    </div>
  )
}
