/** Words of the parts that screens share. */
export const forms = {
  'row.header': 'Actions',
  'row.actions': 'Actions for {what}',
  'choice.working': 'Active',
  'choice.ended': 'Ended',
} as const;
