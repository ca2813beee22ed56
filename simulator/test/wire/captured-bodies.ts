/** Answers of the real service as they were captured (2009 to 2022), trimmed; the names and types matter here, not the values. */
const common = {
  status_message: null,
  status_code: 200,
  error_info: null,
  response_type: "OK",
  response_display_duration_type: "REGULAR",
};

const timestamp = { ms_since_epoch: 1301710569000, iso_format: "2011-04-02T02:16:09Z", users_tz_offset_ms: 46800000 };

const billingInfo = {
  monthly_recurring_fee: 44.95,
  monthly_recurring_amt: { amt: 44.95, currency: "CUR_USD", amt_usd: 44.95 },
  suspended_date: null,
  prepaid_until: null,
  order_date: timestamp,
  cancellation_date: null,
};

const aboutOrder = {
  order_oid: 721950181,
  domain_name: "rimuhosting.jcloudsr-eed",
  slug: "order-721950181-rimuhosting-jcloudsr-e",
  order_description: "LaunchtimeVPSDal; Server Type: VM",
  billing_oid: 50081656,
  is_on_customers_own_physical_server: false,
  vps_parameters: { memory_mb: 1150, disk_space_mb: 4096, disk_space_2_mb: 0 },
  host_server_oid: "324",
  server_type: "VPS",
  data_transfer_allowance: { data_transfer_gb: 75, data_transfer: "" },
  billing_info: billingInfo,
  location: {
    data_center_location_code: "DCDALLAS",
    data_center_location_name: "Dallas",
    data_center_location_country_2ltr: "US",
  },
  allocated_ips: { primary_ip: "206.123.115.150", secondary_ips: [] },
  running_state: "NOTRUNNING",
  deployed_state: "DEPLOYED",
  distro: "ubuntu1004.64",
  meta_data: [],
};

const runningVpsInfo = {
  pings_ok: true,
  current_kernel: "default",
  current_kernel_canonical: "2.6.30.5-xenU.i386",
  last_backup_message: "",
  is_console_login_enabled: false,
  console_public_authorized_keys: null,
  is_backup_running: false,
  is_backups_enabled: true,
  next_backup_time: timestamp,
  vps_uptime_s: 19,
  vps_cpu_time_s: 5,
  running_state: "RUNNING",
  is_suspended: false,
};

const hostServerInfo = {
  is_host64_bit_capable: true,
  default_kernel_i386: "2.6.30.5-xenU.i386",
  default_kernel_x86_64: "2.6.30.5-xenU.x86_64",
  cpu_model_name: "Intel(R) Xeon(R) CPU",
  host_num_cores: 1,
  host_xen_version: "3.4.1",
  hostload: [1.45, 0.56, 0.28],
  host_uptime_s: 3378276,
  host_mem_mb_free: 51825,
  host_mem_mb_total: 73719,
  running_vpss: 34,
};

export const CAPTURED = {
  listOrders: {
    get_orders_response: { ...common, human_readable_message: "Found 16 orders", about_orders: [aboutOrder] },
  },
  getOrder: {
    get_order_response: {
      ...common,
      response_created_time: timestamp,
      response_created_time_epoch_ms: 1301716709422,
      extended_error_infos: null,
      human_readable_message: "Information about rimuhosting.jcloudsr-eed",
      redirect_uri: null,
      about_order: aboutOrder,
    },
  },
  newVps: {
    post_new_vps_response: {
      ...common,
      human_readable_message: null,
      setup_messages: ["Selected user as the logged in user: x"],
      about_order: aboutOrder,
      new_order_request: {
        billing_oid: 0,
        user_oid: 0,
        host_server_oid: null,
        ip_request: { num_ips: 1, extra_ip_reason: "" },
        vps_parameters: { memory_mb: 160, disk_space_mb: 4096, disk_space_2_mb: 0 },
        pricing_plan_code: "MIRO1B",
        instantiation_options: { domain_name: "rightscale-test.com", password: "secret10", distro: "lenny" },
        instantiation_via_clone_options: null,
        file_injection_data: null,
      },
      running_vps_info: runningVpsInfo,
    },
  },
  deleteVps: {
    delete_server_response: {
      ...common,
      human_readable_message: "Server removed",
      cancel_messages: ["x is being shut down."],
    },
  },
  runningState: {
    put_running_state_response: {
      ...common,
      human_readable_message: "x restarted.",
      is_restarted: true,
      is_pinging: true,
      running_vps_info: runningVpsInfo,
      host_server_info: hostServerInfo,
      running_state_messages: null,
      request: { running_state: "RESTARTING" },
      about_order: aboutOrder,
    },
  },
  parameters: {
    put_running_vps_data_response: {
      ...common,
      human_readable_message: "Resource change completed.",
      resource_change_result: {
        original_pricing: { amt: 20.19, cur: "CUR_USD" },
        new_pricing: { amt: 30.32, cur: "CUR_USD" },
        resource_change_messages: ["Completed."],
        were_resources_changed: true,
      },
      resource_change_request: { memory_mb: 400, disk_space_mb: null, disk_space_2_mb: null },
      about_order: aboutOrder,
    },
  },
  distributions: {
    get_distros_response: {
      ...common,
      human_readable_message: "Here are the distros we are offering on new orders.",
      distro_infos: [
        { distro_code: "lenny", distro_description: "Debian 5.0", is_promoted: true, is_recommended: true },
      ],
    },
  },
  dataCenters: {
    get_data_centers_response: {
      human_readable_message: "Current catalog",
      data_center_infos: [
        {
          data_center_location_code: "DCTEST",
          data_center_location_name: "Test city",
          data_center_location_country_2ltr: "NZ",
        },
      ],
    },
  },
  pricingPlans: {
    get_pricing_plans_response: {
      ...common,
      human_readable_message: "Here some pricing plans",
      pricing_plan_infos: [
        {
          pricing_plan_code: "MiroVPSLowContention",
          pricing_plan_description: "MiroVPS Semi-Dedicated Server (Dallas)",
          monthly_recurring_fee: 32.54,
          monthly_recurring_amt: { amt: 35, currency: "CUR_AUD", amt_usd: 32.54 },
          minimum_memory_mb: 950,
          minimum_disk_gb: 20,
          minimum_data_transfer_allowance_gb: 75,
          see_also_url: "http://rimuhosting.com/order/serverdetails.jsp?plan=MiroVPSLowContention",
          server_type: "VPS",
          offered_at_data_center: { data_center_location_code: "DCDALLAS", data_center_location_name: "Dallas" },
        },
      ],
    },
  },
  billingMethods: {
    get_billing_methods_response: {
      status_code: 200,
      response_type: "OK",
      error_info: null,
      billing_methods: [
        {
          billing_oid: 1012,
          billing_method_type: "TS_WIRE",
          description: "Wire Transfer",
          orders_on_this_billing_method: [
            {
              order_oid: 184612801,
              domain_name: "x",
              slug: "order-184612801-x",
              about_billing: { monthly_recurring_fee: 20.19 },
            },
          ],
        },
      ],
    },
  },
  newVmPricing: {
    get_new_vm_pricing_response: {
      human_readable_message: "The price for 3192MB memory and 10GB disk in Dallas is 11.11 USD/month.",
      monthly_recurring_amt: { amt_usd: 11.11, amt: 11.11, currency: "CUR_USD" },
    },
  },
};
