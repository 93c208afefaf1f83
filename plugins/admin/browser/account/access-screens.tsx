// The screens of admin accounts and of API tokens, with the choice of their rights.
import { type ReactNode, useState } from 'react'
import type { AdminAccountRow, InvitationLink, NewToken, TokenRow } from '../../api/account-shape.js'
import { requestBody } from '../base/api.js'
import { askConfirmation, Dialog } from '../base/dialog.js'
import { Icon } from '../base/icon.js'
import { MenuButton } from '../base/menu-button.js'
import type { ScreenProps } from '../base/screen-location.js'
import { canWriteScreen, TableScreen } from '../table/table-screen.js'
import { formatTime, t, type TextKey } from '../wording/text.js'
import { SecretDisplay, FormInput, SmallForm, formatScope } from './small-form.js'

/** Presets with their labels and descriptions. The server refuses scopes that the current account lacks. */
const presets = {
  author: ['authorName', 'presetAuthor'],
  fulfilment: ['fulfilmentName', 'presetFulfilment'],
  insights: ['insightsName', 'presetInsights'],
  operator: ['operatorName', 'presetOperator'],
  everything: ['everythingName', 'presetEverything'],
} as const satisfies Readonly<Record<string, readonly [TextKey, TextKey]>>
const isPreset = (name: string): name is keyof typeof presets => Object.hasOwn(presets, name)

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

/** Selects rights: a preset or single scopes. The scope for writing code is a separate choice. */
interface RightsChoice {
  readonly preset: string
  readonly scopes: readonly string[]
}

const initialRights: RightsChoice = { preset: 'author', scopes: [] }

/** The rights of an account with these scopes. */
function toRightsChoice(scopes: readonly string[]): RightsChoice {
  return { preset: '', scopes }
}

interface ScopeChoiceProps {
  readonly value: RightsChoice
  readonly onChange: (value: RightsChoice) => void
}

function ScopeChoice({ value, onChange }: ScopeChoiceProps): ReactNode {
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

interface InvitationNotice {
  readonly name: string
  readonly link: string
}

function InviteDialog({ onClose, onDone: onComplete }: { readonly onClose: () => void; readonly onDone: () => void }): ReactNode {
  const [rights, setRights] = useState(initialRights)
  const [invitation, setInvitation] = useState<InvitationNotice | null>(null)
  return (
    <Dialog title={t('invite')} onClose={onClose}>
      {invitation ? (
        <SecretDisplay label={t('inviteLink', { name: invitation.name })} secret={invitation.link} />
      ) : (
        <SmallForm
          button={t('invite')}
          onCancel={{ label: t('cancel'), run: onClose }}
          onSend={async ({ name = '', email }) => {
            const { preset, scopes } = rights
            const body = { name, email, ...(preset !== '' && { presets: [preset] }), ...(scopes.length > 0 && { scopes }) }
            const { link } = await requestBody<InvitationLink>('POST', 'accounts', { body })
            setInvitation({ name, link })
            onComplete()
          }}
        >
          <FormInput name="name" label={t('name')} />
          <FormInput name="email" label={t('email')} type="email" />
          <ScopeChoice value={rights} onChange={setRights} />
        </SmallForm>
      )}
    </Dialog>
  )
}

interface ChangeRightsProps {
  readonly row: AdminAccountRow
  readonly onClose: () => void
  readonly onDone: () => void
}

function ChangeRightsDialog({ row, onClose, onDone: onComplete }: ChangeRightsProps): ReactNode {
  const [rights, setRights] = useState(() => toRightsChoice(row.scopes))
  return (
    <Dialog title={`${t('changeRights')}: ${row.name}`} onClose={onClose}>
      <SmallForm
        button={t('save')}
        onCancel={{ label: t('cancel'), run: onClose }}
        onSend={async () => {
          const { preset, scopes } = rights
          const body = { presets: preset === '' ? [] : [preset], scopes }
          await requestBody('PATCH', `accounts/${row.id}`, { body })
          onComplete()
          onClose()
        }}
      >
        <ScopeChoice value={rights} onChange={setRights} />
      </SmallForm>
    </Dialog>
  )
}

const formatAccountState = ({ invited, active }: AdminAccountRow): string =>
  invited ? t('invited') : active ? t('active') : t('inactive')

/** Admin accounts: invite with rights, deactivate, reactivate and delete. */
export function AccountsScreen(props: ScreenProps): ReactNode {
  const { session } = props
  const [open, setOpen] = useState<'invite' | AdminAccountRow | null>(null)
  const [invitation, setInvitation] = useState<InvitationNotice | null>(null)
  const writes = canWriteScreen(props, 'accounts')
  const remove = async ({ id, name }: AdminAccountRow): Promise<void> => {
    const title = t('removeAccountTitle', { name })
    if (await askConfirmation({ title, text: t('removeAccountText'), yes: t('removeAccount'), destructive: true }))
      await requestBody('DELETE', `accounts/${id}`)
  }
  const reset = async ({ id, name }: AdminAccountRow): Promise<void> => {
    const { link } = await requestBody<InvitationLink>('POST', `accounts/${id}/reset`, { body: {} })
    setInvitation({ name, link })
  }
  return (
    <TableScreen<AdminAccountRow>
      title={t('accounts')}
      lead={t('accountsLead')}
      queryKey={['accounts']}
      load={(signal) => requestBody('GET', 'accounts', { signal })}
      keyOf={({ id }) => id}
      head={{ label: t('name'), cell: ({ name }) => name }}
      columns={[
        { label: t('email'), cell: ({ email }) => email },
        { label: t('scopes'), cell: ({ scopes }) => <span className="sentence">{scopes.map(formatScope).join(', ')}</span> },
        { label: t('state'), cell: (row) => <span className="badge">{formatAccountState(row)}</span> },
        { label: t('lastLogin'), cell: ({ lastLogin }) => (lastLogin === null ? t('never') : formatTime(lastLogin)) },
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
                run: () => run(requestBody('PATCH', `accounts/${row.id}`, { body: { active: !row.active } })),
              },
              { label: t('removeAccount'), destructive: true, run: () => run(remove(row)) },
            ]}
          />
        )
      }
    >
      {(again) => (
        <>
          {open === 'invite' && <InviteDialog onClose={() => setOpen(null)} onDone={again} />}
          {open !== null && open !== 'invite' && <ChangeRightsDialog row={open} onClose={() => setOpen(null)} onDone={again} />}
          {invitation && (
            <Dialog title={t('resetPassword')} onClose={() => setInvitation(null)}>
              <SecretDisplay label={t('inviteLink', { name: invitation.name })} secret={invitation.link} />
            </Dialog>
          )}
        </>
      )}
    </TableScreen>
  )
}

function CreateTokenDialog({ onClose, onMinted }: { readonly onClose: () => void; readonly onMinted: () => void }): ReactNode {
  const [rights, setRights] = useState(initialRights)
  const [minted, setMinted] = useState<NewToken | null>(null)
  return (
    <Dialog title={t('mintToken')} onClose={onClose}>
      {minted ? (
        <SecretDisplay label={t('tokenOnce')} secret={minted.token} />
      ) : (
        <SmallForm
          button={t('mint')}
          onCancel={{ label: t('cancel'), run: onClose }}
          onSend={async ({ name, expires }) => {
            const { preset, scopes } = rights
            const body = {
              name,
              ...(preset !== '' && { preset }),
              ...(scopes.length > 0 && { scopes }),
              ...(expires && { expires }),
            }
            setMinted(await requestBody<NewToken>('POST', 'tokens', { body }))
            onMinted()
          }}
        >
          <FormInput name="name" label={t('name')} />
          <ScopeChoice value={rights} onChange={setRights} />
          <FormInput name="expires" label={t('expires')} type="date" optional />
        </SmallForm>
      )}
    </Dialog>
  )
}

function getTokenState({ revoked, expires }: TokenRow): 'active' | 'expired' | 'revoked' {
  if (revoked !== null) return 'revoked'
  return expires !== null && new Date(expires) < new Date() ? 'expired' : 'active'
}

/** API tokens: create with selected rights, show once, and revoke. */
export function TokensScreen(props: ScreenProps): ReactNode {
  const [minting, setMinting] = useState(false)
  const writes = canWriteScreen(props, 'tokens')
  const revoke = async ({ id, name }: TokenRow): Promise<void> => {
    const sure = await askConfirmation({
      title: t('revokeTitle', { name }),
      text: t('revokeText'),
      yes: t('revoke'),
      destructive: true,
    })
    if (sure) await requestBody('DELETE', `tokens/${id}`)
  }
  return (
    <TableScreen<TokenRow>
      title={t('tokens')}
      lead={t('tokensLead')}
      queryKey={['tokens']}
      load={(signal) => requestBody('GET', 'tokens', { signal })}
      keyOf={({ id }) => id}
      empty={t('noTokens')}
      head={{ label: t('name'), cell: ({ name }) => name }}
      columns={[
        { label: t('scopes'), cell: ({ scopes }) => <span className="sentence">{scopes.map(formatScope).join(', ')}</span> },
        { label: t('state'), cell: (row) => <span className={`badge ${getTokenState(row)}`}>{t(getTokenState(row))}</span> },
        { label: t('expires'), cell: ({ expires }) => (expires === null ? t('never') : formatTime(expires)) },
        { label: t('lastUsed'), cell: ({ lastUsed }) => (lastUsed === null ? t('never') : formatTime(lastUsed)) },
      ]}
      begin={() =>
        writes && (
          <button type="button" className="primary" onClick={() => setMinting(true)}>
            <Icon name="plus" size={16} /> {t('mintToken')}
          </button>
        )
      }
      actions={(row, run) =>
        writes &&
        row.revoked === null && (
          <button type="button" aria-label={`${t('revoke')}: ${row.name}`} onClick={() => run(revoke(row))}>
            {t('revoke')}
          </button>
        )
      }
    >
      {(again) => minting && <CreateTokenDialog onClose={() => setMinting(false)} onMinted={again} />}
    </TableScreen>
  )
}
