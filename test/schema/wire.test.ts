import { camelCase } from "../../provider/schema/wire";

test.each([
  ["distro", "distro"],
  ["dc_location", "dcLocation"],
  ["vps_parameters.disk_space_2_mb", "vpsParameters.diskSpace2Mb"],
  ["data_center_location_country_2ltr", "dataCenterLocationCountry2ltr"],
])("the service's name %s is spelled %s here", (name, spelled) => {
  expect(camelCase(name)).toBe(spelled);
});
