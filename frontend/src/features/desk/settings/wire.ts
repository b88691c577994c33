// The settings of the shop, as the server tells the desk.

type SettingKind = 'text' | 'cents' | 'number' | 'switch' | 'hours' | 'holidays' | 'list' | 'place';

export type Setting = {
  /** Such as `company.phone`. */
  key: string;
  /** As the command line writes it; amounts as `4.95`. */
  value: string;
  /** What it is until somebody changes it. */
  default: string;
  kind: SettingKind;
};

export type SettingsAnswer = { settings: Setting[] };

/** What a field of the form shows, by the setting's key. */
export type Values = Record<string, string>;
