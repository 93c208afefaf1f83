// Admin accounts: invite with rights, deactivate, reactivate and delete.
import { type ReactNode, useState } from 'react'
import type { AccountRow, InvitationLink } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { confirm, Dialog } from '../ground/dialog.js'
import { Icon } from '../ground/icon.js'
import { MenuButton } from '../ground/menu-button.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { mayWrite, TableScreen } from '../table/table-screen.js'
import { moment, t } from '../wording/text.js'
import { Once } from './once.js'
import { noRights, rightsFrom, ScopeChoice } from './scope-choice.js'
import { Input, SmallForm } from './small-form.js'

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

const stateOf = ({ invited, active }: AccountRow): string => (invited ? t('invited') : active ? t('active') : t('inactive'))

export function AccountsScreen(props: ScreenProps): ReactNode {
  const { session } = props
  const [open, setOpen] = useState<'invite' | AccountRow | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const writes = mayWrite(props, 'accounts')
  const remove = async ({ id, name }: AccountRow): Promise<void> => {
    const title = t('removeAccountTitle', { name })
    if (await confirm({ title, text: t('removeAccountText'), yes: t('removeAccount'), destructive: true }))
      await ask('DELETE', `accounts/${id}`)
  }
  const reset = async ({ id, name }: AccountRow): Promise<void> => {
    const { link } = await ask<InvitationLink>('POST', `accounts/${id}/reset`, { body: {} })
    setTold({ name, link })
  }
  return (
    <TableScreen<AccountRow>
      title={t('accounts')}
      lead={t('accountsLead')}
      queryKey={['accounts']}
      load={(signal) => ask('GET', 'accounts', { signal })}
      keyOf={({ id }) => id}
      head={{ label: t('name'), cell: ({ name }) => name }}
      columns={[
        { label: t('email'), cell: ({ email }) => email },
        { label: t('scopes'), cell: ({ scopes }) => scopes.join(', ') },
        { label: t('state'), cell: (row) => <span className="badge">{stateOf(row)}</span> },
        { label: t('lastLogin'), cell: ({ lastLogin }) => (lastLogin === null ? t('never') : moment(lastLogin)) },
      ]}
      begin={() =>
        writes && (
          <button type="button" className="primary" onClick={() => setOpen('invite')}>
            <Icon name="plus" size={16} /> {t('invite')}
          </button>
        )
      }
      actions={(row, run) =>
        writes &&
        row.email !== session.account.email && (
          <MenuButton
            name={`${t('more')}: ${row.name}`}
            label={<Icon name="more" />}
            choices={[
              { label: t('changeRights'), run: () => setOpen(row) },
              { label: t('resetPassword'), run: () => run(reset(row)) },
              {
                label: row.active ? t('closeAccount') : t('openAccount'),
                run: () => run(ask('PATCH', `accounts/${row.id}`, { body: { active: !row.active } })),
              },
              { label: t('removeAccount'), destructive: true, run: () => run(remove(row)) },
            ]}
          />
        )
      }
    >
      {(again) => (
        <>
          {open === 'invite' && <Invite onClose={() => setOpen(null)} onDone={again} />}
          {open !== null && open !== 'invite' && <ChangeRights row={open} onClose={() => setOpen(null)} onDone={again} />}
          {told && (
            <Dialog title={t('resetPassword')} onClose={() => setTold(null)}>
              <Once label={t('inviteLink', { name: told.name })} secret={told.link} />
            </Dialog>
          )}
        </>
      )}
    </TableScreen>
  )
}
