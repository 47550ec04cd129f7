import type { Migration } from './migration.ts';

/** The log of what happened to the site's security and what its owner did, and the links that reset a lost password. */
export const audit: Migration = {
  name: '0032-audit',
  sql: `
create table audit (
  id integer primary key autoincrement,
  at text not null check (at glob '????-??-??T??:??:??.???Z'),
  class text not null check (class in ('security', 'refused', 'action')),
  event text not null,
  -- Who: a browser, the app, a program, the server by itself, a command, somebody unknown.
  actor text not null,
  device text not null default '',
  -- Of one customer: an IPv4 address, 64 bits of IPv6; empty where nobody called.
  network text not null default '',
  -- To what: its id and what it is called.
  subject text not null default '',
  name text not null default '',
  -- A JSON record of short texts.
  details text not null default '{}',
  -- How often; what strangers try is noted in sums.
  count integer not null default 1 check (count > 0)
) strict;
-- With the time: a class is counted, and narrowed to days, without its rows.
create index audit_class on audit (class, id, at);
create index audit_event on audit (event, id, at);
create index audit_at on audit (at, id);
-- Asked when a token is used from a network the server has not seen it from since it started.
create index audit_token on audit (subject, network) where event = 'token_new_network';

-- What is below may be forgotten, of each class. It only ever rises.
create table audit_floors (
  class text primary key check (class in ('security', 'refused', 'action')),
  below integer not null
) strict, without rowid;
insert into audit_floors (class, below) values ('security', 0), ('refused', 0), ('action', 0);

create trigger audit_is_not_changed before update on audit begin
  select raise(abort, 'the audit log is only added to');
end;
create trigger audit_is_not_replaced before insert on audit
when exists (select 1 from audit where id = new.id) begin
  select raise(abort, 'the audit log is only added to');
end;
create trigger audit_is_kept before delete on audit
when old.id >= (select below from audit_floors where class = old.class) begin
  select raise(abort, 'the audit log is only added to');
end;
create trigger audit_floors_rise before update on audit_floors
when new.below < old.below or new.class <> old.class begin
  select raise(abort, 'what was forgotten of the audit log does not come back');
end;
create trigger audit_floors_stay before delete on audit_floors begin
  select raise(abort, 'the audit log is only added to');
end;

-- Of a link the hash alone is kept. It is good for the account as it was when the link was asked for.
create table password_resets (
  hash text primary key,
  admin_id integer not null references admin_users(id) on delete cascade,
  created_at text not null check (created_at glob '????-??-??T??:??:??.???Z'),
  ends_at text not null check (ends_at glob '????-??-??T??:??:??.???Z')
) strict, without rowid;
`,
};
