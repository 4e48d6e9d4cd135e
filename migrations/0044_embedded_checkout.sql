-- The sites that may show the payment pages of a key's payments in a frame: origins, none by default.
alter table api_keys
  add column embed_origins text[] not null default '{}',
  add constraint api_keys_embed_origins check (cardinality(embed_origins) <= 10) not valid;
alter table api_keys validate constraint api_keys_embed_origins;

-- The key that created a payment, whose sites may frame its pages; null: none, or created before this was noted.
alter table payments add column key_client_id text collate "C";
